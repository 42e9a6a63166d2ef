import { noLimits, type Item, type Message } from '@verbatim/conversation';
import { recordOf, type StoredEvent } from '@verbatim/conversation-store';
import { messageTokens, readRecord, type ReadEvent } from '@verbatim/formats';
import type { Encoding, TokenCounter } from '@verbatim/tokens';
import type { RawMessage } from './raw-source';

/** Reads an event of the journal again from its raw bytes. Throws where that is no event this version can fold. */
export function readStoredEvent(stored: StoredEvent): ReadEvent {
  const read = readRecord(recordOf(stored), noLimits);
  if (read.kind === 'event') return read;
  throw new Error(
    `event ${stored.eventId} at position ${stored.position} cannot be folded: it is ${read.kind}`,
  );
}

/**
 * A message with the tokens of its content in the model's encoding; those counted before are taken as they are. `read`
 * is what `stored` says, where that was read already.
 */
export async function readRawMessage(
  item: Item,
  stored: StoredEvent,
  counter: TokenCounter,
  encoding: Encoding,
  read: ReadEvent = readStoredEvent(stored),
): Promise<RawMessage> {
  const { event, envelope } = read;
  if (event.type !== 'MessageAppended') throw new Error(`event ${stored.eventId} is not a message`);
  const known = stored.encoding === encoding ? stored.tokens : null;
  const tokens = known ?? (await tokensOfMessage(event.data, counter, encoding));
  return { item, message: event.data, tokens, dataText: envelope.dataText };
}

export function tokensOfMessage(
  message: Message,
  counter: TokenCounter,
  encoding: Encoding,
): Promise<number> {
  return messageTokens(message, (text) => counter.count(text, encoding));
}
