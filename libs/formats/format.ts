import type { Message } from '@verbatim/conversation';

/** Something a target has no place for. It stays in the journal and is listed in the answer. */
export interface Loss {
  readonly code: 'part-not-carried';
  /** Path inside the canonical message, e.g. `parts[2]`. */
  readonly part: string;
  readonly detail: string;
}

/** The raw JSON text of one message as it leaves, and what it could not carry. */
export interface EncodedMessage {
  readonly text: string;
  readonly losses: readonly Loss[];
}

/** A stored message: the raw JSON text of its event's `data`, and the canonical message it was read into. */
export interface MessageSource {
  readonly dataText: string;
  readonly message: Message;
}

/** What makes a list of messages invalid for the provider; `index` is the message's, from 0. */
export interface Violation {
  readonly rule: string;
  readonly index: number;
  readonly detail: string;
}

/** One wire format, in and out (SPEC 9, Formats). Everything that leaves is JSON text, spliced and never reparsed. */
export interface Format {
  /** Reads one message. @throws VerbatimError `event-invalid`, one sentence that begins with `path`. */
  decode(dataText: string, path?: string): Message;
  /** As `decode`, of a message that is parsed already; only what leaves again has to stay text. */
  decodeValue(data: unknown, path: string): Message;
  /** One message as it leaves; with `replacement` its content is that text and everything else stays. */
  encodeMessage(source: MessageSource, replacement?: string): EncodedMessage;
  /** A summary as one message; never in the system role. */
  encodeSummary(text: string, role: 'user' | 'assistant'): string;
  /** The result shown for a call that nothing answered. */
  encodeMissingResult(callId: string, text: string): string;
  /** The exact body made of message texts: the same texts give the same bytes, always. */
  renderBody(messages: readonly string[]): string;
  /** Everything the provider would refuse, empty where the messages are valid. */
  check(messages: readonly unknown[]): Violation[];
  /** The raw texts of the messages of a body or file. @throws VerbatimError `request-invalid`. */
  splitMessages(bodyText: string): string[];
}
