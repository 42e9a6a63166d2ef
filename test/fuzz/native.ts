import type { FormatName } from '@verbatim/conversation';
import type * as fc from 'fast-check';

/** The `data` of a message before it is written as JSON; `verbatim` values are written as they are. */
export type Native = Readonly<Record<string, unknown>>;

export interface Call {
  readonly id: string;
  readonly name: string;
  /** As the model wrote them: any text, not always JSON. */
  readonly arguments: string;
}

export interface Answer {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly isError: boolean;
}

/** What a model says in one turn before results come. */
export interface Calling {
  readonly text: string;
  readonly calls: readonly Call[];
  readonly reasoning: { readonly text: string; readonly seal: string | null } | null;
}

/** How one format writes messages: the usual ones, and any odd ones. */
export interface Natives {
  readonly format: FormatName | 'canonical';
  /** One turn of calls as its producer writes it. */
  calling(calling: Calling): Native[];
  /** The results as its producer writes them. */
  answering(answers: readonly Answer[]): Native[];
  saying(role: 'user' | 'assistant', text: string): Native[];
  /** Any single message, with the oddest things that the format allows. */
  readonly odd: fc.Arbitrary<Native>;
}

const MARK = /"⟦((?:[^"\\]|\\.)*)⟧"/g;

/** A value that stands in the JSON text as this text, which must be JSON: `1.0`, integers beyond 2^53, any key order. */
export function verbatim(json: string): string {
  return `⟦${json}⟧`;
}

export function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** Arguments for formats that write them as an object. */
export function asObject(text: string): unknown {
  return isJsonObject(text) ? verbatim(text) : {};
}

/** The event's `data` as JSON text. */
export function dataTextOf(format: FormatName | 'canonical', native: Native): string {
  const named = format === 'canonical' || format === 'openai-chat' ? native : { ...native, format };
  return JSON.stringify(named).replaceAll(MARK, (_, escaped: string) => JSON.parse(`"${escaped}"`) as string);
}
