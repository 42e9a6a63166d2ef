import type { Role } from '../message';

/** One message of a conversation, as small as its row: what the fold and the view need to know, without its text. */
export interface Item {
  readonly position: number;
  readonly eventId: string;
  readonly role: Role;
  /** 0-based number among unpinned messages; null for a pinned one. */
  readonly ordinal: number | null;
  /** Position of the assistant message that begins its group; null where it belongs to none. */
  readonly group: number | null;
  /** Ids of the tool calls it makes. */
  readonly calls: readonly string[];
  /** Those of `calls` whose id an earlier message used for a call of its own. */
  readonly reused: readonly string[];
  /** Ids of the tool calls it answers, one a result. */
  readonly answers: readonly string[];
  /** Which of `answers` (their indexes) answer no call of the group: orphans, duplicates, results for another turn. */
  readonly stray: readonly number[];
  /** Code points of each result's text, as many as `answers`. */
  readonly lengths: readonly number[];
  /** How parts of it are shown for good; later ones stand over earlier ones of the same part. */
  readonly replacements: readonly Replacement[];
  /** Number of the first tool result in it, counted over the conversation from 1; 0 where it holds none. */
  readonly firstResult: number;
  /** Why its result belongs to no call: the call has not come, or had its result already. */
  readonly unmatched: 'orphan' | 'duplicate' | null;
  readonly run: number;
  readonly iteration: number;
  /** Code points of its text, results included. */
  readonly characters: number;
  /** Tokens of its content in the policy's encoding, without any overhead. */
  readonly tokens: number;
  /** Tokens of all unpinned messages up to and with this one. */
  readonly tokensThrough: number;
  /** Tokens of all messages with tool results up to and with this one. */
  readonly resultTokensThrough: number;
}

/** What stands in the view for a part of a message (SPEC 4, SPEC 5). The original stays in the journal. */
export interface Replacement {
  /** Which of the message's results, from 0; null is the message's own text. */
  readonly answer: number | null;
  /** `truncated` keeps the beginning, `cut` the beginning and the end, `summarized` shows `text`. */
  readonly mode: 'truncated' | 'cut' | 'summarized';
  /** What stays of a `truncated` text, or the whole length of a `cut` one. */
  readonly characters: number;
  readonly text: string | null;
  /** Tokens that it saves, in the policy's encoding; an estimate where nothing was counted. */
  readonly saved: number;
  /** The event that has it on record; null while it is the fold's own decision. */
  readonly event: string | null;
}

/**
 * An assistant message with its tool calls and the results that answer them: atomic, no boundary falls inside.
 * It is open while `pending` is not empty and `abandonedAt` is null.
 */
export interface Group {
  /** Position of the assistant message. */
  readonly position: number;
  /** The assistant message first, then its results in the order of their arrival; some of them may be covered. */
  readonly members: readonly { readonly ordinal: number; readonly position: number }[];
  /** Calls without a result. */
  readonly pending: readonly string[];
  /** Position of the event that abandoned it: the next user message or the end of its run. */
  readonly abandonedAt: number | null;
}

export function firstOrdinal(group: Group): number {
  return Math.min(...group.members.map((member) => member.ordinal));
}

export function lastOrdinal(group: Group): number {
  return Math.max(...group.members.map((member) => member.ordinal));
}

/** One use of a tool call id. An id may be used again in a later turn; each use has its own entry. */
export interface Call {
  readonly callId: string;
  /** Position at which this use was first seen, by its call or, where that came later, by its result. */
  readonly openedAt: number;
  /** Position of the calling assistant message; null while only the result has come. */
  readonly group: number | null;
  /** Position of the message with the result; null while it is unanswered. */
  readonly result: number | null;
}
