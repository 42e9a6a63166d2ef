import type { ModelEntry, SummarizerChoice } from '@verbatim/conversation';
import { SummarizerError } from '@verbatim/llm';

/** Tokens of one request. */
export interface RequestRoom {
  readonly maxOutputTokens: number;
  /** For what is to be summarised. */
  readonly material: number;
}

export const MOST_OUTPUT = 2048;
/** Of a model that the registry does not know. */
const USUAL_WINDOW = 100_000;
/** A request that could hold less would not be worth it. */
const LEAST_MATERIAL = 64;
/** The rest is for what a second draft is told. */
const MATERIAL_SHARE = 0.9;

/**
 * What one request may hold: the summariser's window and its limits a minute, without the answer and the `fixed`
 * tokens of the instructions. The answer takes no more than lets as many requests as are allowed go within a minute.
 * @throws SummarizerError `rejected` where that leaves no room
 */
export function requestRoom(
  choice: SummarizerChoice | null,
  entry: ModelEntry | null,
  fixed: number,
): RequestRoom {
  const window = choice?.maxContext ?? entry?.maxContext.tokens ?? USUAL_WINDOW;
  const { limitRequests = null, limitInput = null, limitOutput = null } = choice ?? {};
  const outputs = [MOST_OUTPUT, Math.floor(window / 4), entry?.maxOutput ?? MOST_OUTPUT];
  if (limitOutput !== null) outputs.push(Math.floor(limitOutput / (limitRequests ?? 1)));
  const maxOutputTokens = Math.max(1, Math.min(...outputs));
  const room = Math.min(window - maxOutputTokens, limitInput ?? Infinity) - fixed;
  const material = Math.floor((room / (1 + (entry?.margin ?? 0))) * MATERIAL_SHARE);
  if (material < LEAST_MATERIAL) {
    throw new SummarizerError(
      'rejected',
      `A window of ${window} tokens and ${limitInput ?? 'any number of'} input tokens a minute leave no room for a summary: the instructions take ${fixed} and the answer ${maxOutputTokens}`,
    );
  }
  return { maxOutputTokens, material };
}
