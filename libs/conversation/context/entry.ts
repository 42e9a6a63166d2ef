import { textOf, toolResultsOf, type Message, type Role } from '../message';
import type { ConversationCheckpoint, Obligation } from '../state';
import type { PendingMessage, SourceMessage } from './source';

/** A call as a context shows it. */
export interface ShownCall {
  /** Of the tool. */
  readonly name: string;
  /** Where an earlier message of the conversation used the same call id: the id of the calling message's event. */
  readonly again: string | null;
}

/** How a message is shown. */
interface Shown {
  /** The indexes of those of its parts that are shown, ascending; null for all of it. */
  readonly parts: readonly number[] | null;
  /** By call id, the calls that these parts make or answer. */
  readonly calls: ReadonlyMap<string, ShownCall>;
}

/** One message of the context to come, and what is shown in its place where that is not the message itself. */
export type Entry = {
  /** The event that explains it: the message's own, the checkpoint's, or the call's whose result is missing. */
  readonly event: string;
  readonly role: Role;
  /** Content and overhead, in the model's encoding. */
  readonly tokens: number;
} & (
  | ({
      readonly kind: 'message';
      readonly source: SourceMessage;
      /** Code points that its result may be cut to: a summary is to stand for that, and is not there yet. */
      readonly cutTo?: number;
    } & Shown)
  | ({ readonly kind: 'pending'; readonly source: PendingMessage } & Shown)
  | ({
      readonly kind: 'replacement';
      readonly source: SourceMessage | PendingMessage;
      readonly text: string;
      /** Events of the messages after it whose text is in `text` too, in order: a plugin joined them. */
      readonly joined?: readonly string[];
      /** Of a result: the summary that stands for it, whole, where the text is that or the beginning of it. */
      readonly summary?: string;
    } & Shown)
  | {
      readonly kind: 'missing-result';
      readonly callId: string;
      readonly call: ShownCall;
      readonly text: string;
    }
  | { readonly kind: 'summary'; readonly checkpoint: ConversationCheckpoint; readonly text: string }
  | {
      /** Its event is that of the first obligation. */
      readonly kind: 'ledger';
      readonly obligations: readonly Obligation[];
      /** How many others there was no room for. */
      readonly more: number;
      readonly text: string;
    }
);

/** An entry that shows a message of the conversation, or some of its parts. */
export type MessageEntry = Extract<Entry, Shown>;

/** Entries that stay or go together: a message, a group with its results, or a summary. */
export interface Unit {
  readonly kind: 'pinned' | 'summary' | 'ledger' | 'turn';
  /** Its place among unpinned messages; pending ones come after all others. */
  readonly ordinal: number;
  /** Tokens of the history up to it as recorded, of a summary those of summaries: cuts go by it, and so move seldom. */
  readonly tokensThrough: number;
  /** Never dropped: pinned, pending, the newest user message, open groups, results the model has not read. */
  readonly kept: boolean;
  /** True where the model has not read its results: they are shortened at most, never omitted. */
  readonly unread: boolean;
  readonly entries: readonly Entry[];
}

export function isMessageEntry(entry: Entry): entry is MessageEntry {
  return entry.kind === 'message' || entry.kind === 'pending' || entry.kind === 'replacement';
}

/** True of an entry that shows a tool result, or what stands for one. */
export function isResultEntry(entry: Entry): entry is MessageEntry {
  return isMessageEntry(entry) && toolResultsOf(shownMessage(entry)).length > 0;
}

/** Events of the messages after it whose text is in its own. */
export function joinedInto(entry: Entry): readonly string[] {
  return entry.kind === 'replacement' ? (entry.joined ?? []) : [];
}

/** What the model would read of it. */
export function textOfEntry(entry: Entry): string {
  return entry.kind === 'message' || entry.kind === 'pending' ? textOf(shownMessage(entry)) : entry.text;
}

/** A message as an entry shows it: with the parts that belong to it alone, a result in the role of one. */
export function shownMessage({ role, source: { message }, parts }: MessageEntry): Message {
  if (parts === null) return message;
  return { ...message, role, parts: message.parts.filter((_, index) => parts.includes(index)) };
}

export function tokensOf(units: readonly Unit[]): number {
  return units.reduce((total, unit) => unit.entries.reduce((sum, entry) => sum + entry.tokens, total), 0);
}

/** Unpinned messages of the conversation in these units; summaries and missing results are not messages of it. */
export function messagesIn(units: readonly Unit[]): number {
  const turns = units.filter((unit) => unit.kind === 'turn');
  return eventCount(turns.flatMap((unit) => unit.entries).filter((entry) => entry.kind !== 'missing-result'));
}

/** How many messages entries come from: one may be shown in pieces. */
export function eventCount(entries: readonly Entry[]): number {
  return new Set(entries.map(({ event }) => event)).size;
}
