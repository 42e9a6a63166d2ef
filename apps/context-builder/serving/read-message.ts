import type { Item, Limits, Message } from '@verbatim/conversation';
import type { StoredEvent } from '@verbatim/conversation-store';
import { messageTokens, readRecord, type ReadEvent } from '@verbatim/formats';
import type { Encoding, TokenCounter } from '@verbatim/tokens';
import type { RawMessage } from './raw-source';

/** What the journal accepted once is read again whatever the limits are now. */
const NO_LIMITS: Limits = {
  eventBytes: Infinity,
  textBytes: Infinity,
  parts: Infinity,
  depth: Infinity,
  batch: Infinity,
  idCharacters: Infinity,
};

/** Reads an event of the journal again from its raw bytes. Throws where that is no event this version can fold. */
export function readStoredEvent(stored: StoredEvent): ReadEvent {
  const { topic, partition, offset } = stored.log ?? { topic: '', partition: 0, offset: 0 };
  const headers = decodeHeaders(stored.headers);
  const origin = `${topic}/${partition}/${offset}`;
  const read = readRecord({ value: stored.payload, headers, key: stored.recordKey, origin }, NO_LIMITS);
  if (read.kind === 'event') return read;
  throw new Error(
    `event ${stored.eventId} at position ${stored.position} cannot be folded: it is ${read.kind}`,
  );
}

/** A message with the tokens of its content in the model's encoding; those counted before are taken as they are. */
export async function readRawMessage(
  item: Item,
  stored: StoredEvent,
  counter: TokenCounter,
  encoding: Encoding,
): Promise<RawMessage> {
  const { event, envelope } = readStoredEvent(stored);
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

function decodeHeaders(headers: Buffer | null): Record<string, Buffer> {
  if (headers === null) return {};
  const encoded = JSON.parse(headers.toString()) as Record<string, string>;
  return Object.fromEntries(
    Object.entries(encoded).map(([name, value]) => [name, Buffer.from(value, 'base64')]),
  );
}
