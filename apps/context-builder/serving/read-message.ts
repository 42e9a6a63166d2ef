import { noLimits, type FormatName, type Item, type Message } from '@verbatim/conversation';
import { recordOf, type StoredEvent } from '@verbatim/conversation-store';
import {
  hasFixedTokens,
  JsonText,
  messageTokens,
  readMessageData,
  readRecord,
  type ReadEvent,
} from '@verbatim/formats';
import type { Encoding, TokenCounter } from '@verbatim/tokens';
import { carriedMessage } from './carried-message';
import type { RawMessage, RawPending } from './raw-source';

/** How a context counts: the model's encoding of text, its provider's rules for all else, and what the target carries. */
export interface MessageTokens {
  readonly counter: TokenCounter;
  readonly encoding: Encoding;
  readonly provider: string;
  /** The id of the model's registry entry. */
  readonly model: string;
  readonly target: FormatName;
}

/** Reads an event of the journal again from its raw bytes. Throws where that is no event this version can fold. */
export function readStoredEvent(stored: StoredEvent): ReadEvent {
  const read = readRecord(recordOf(stored), noLimits);
  if (read.kind === 'event') return read;
  throw new Error(
    `event ${stored.eventId} at position ${stored.position} cannot be folded: it is ${read.kind}`,
  );
}

/**
 * A message with the tokens of its content as the model counts them; those counted before are taken as they are. `read`
 * is what `stored` says, where that was read already.
 */
export async function readRawMessage(
  item: Item,
  stored: StoredEvent,
  tokens: MessageTokens,
  read: ReadEvent = readStoredEvent(stored),
): Promise<RawMessage> {
  const { event, envelope } = read;
  if (event.type !== 'MessageAppended') throw new Error(`event ${stored.eventId} is not a message`);
  const isKnown = stored.encoding === tokens.encoding && hasFixedTokens(event.data);
  const known = isKnown ? stored.tokens : null;
  const { dataText } = envelope;
  return {
    item,
    message: event.data,
    tokens: known ?? (await tokensOfMessage(event.data, dataText, tokens)),
    dataText,
  };
}

/** A message that is in no journal yet. */
export async function readPending(id: string, dataText: string, tokens: MessageTokens): Promise<RawPending> {
  const { data } = readMessageData(JsonText.parse(dataText), noLimits);
  return { id, dataText, message: data, tokens: await tokensOfMessage(data, dataText, tokens) };
}

/** What a context of the target pays for a message. */
export function tokensOfMessage(
  message: Message,
  dataText: string,
  { counter, encoding, provider, ...context }: MessageTokens,
): Promise<number> {
  const carried = hasFixedTokens(message) ? message : carriedMessage(message, dataText, context);
  return messageTokens(carried, (text) => counter.count(text, encoding), provider);
}
