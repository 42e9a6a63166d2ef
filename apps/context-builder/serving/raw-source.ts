import type { ContextSource, Message, SourceMessage } from '@verbatim/conversation';

/** A context's source with the raw text of every message in it, by the id of its event. */
export interface RawSource {
  readonly source: ContextSource;
  readonly texts: ReadonlyMap<string, string>;
  /** Newest position of the journal at that time: beyond the state's own where the conversation was parked. */
  readonly known?: number;
}

/** A message as it was journaled. */
export interface RawMessage extends SourceMessage {
  readonly dataText: string;
}

/** A message that came with the request: the `data` that its event would have, and what that was read into. */
export interface RawPending {
  readonly id: string;
  readonly dataText: string;
  readonly message: Message;
  readonly tokens: number;
}

export function rawSource(
  parts: Omit<ContextSource, 'messages' | 'newestUser' | 'pending'>,
  messages: readonly RawMessage[],
  newestUser: RawMessage | null,
  pending: readonly RawPending[],
): RawSource {
  const journaled = newestUser ? [...messages, newestUser] : messages;
  return {
    source: { ...parts, messages, newestUser, pending },
    texts: new Map([
      ...journaled.map(({ item, dataText }) => [item.eventId, dataText] as const),
      ...pending.map(({ id, dataText }) => [id, dataText] as const),
    ]),
  };
}
