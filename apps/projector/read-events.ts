import type { Encoding, TokenCounter } from '@verbatim/tokens';
import { isOpeningPolicyId, isOwnType, type Limits } from '@verbatim/conversation';
import { conversationKey, type ConversationKey } from '@verbatim/conversation-store';
import type { LogRecord } from '@verbatim/event-log';
import { messageTokens, readRecord, type ReadRecord } from '@verbatim/formats';
import { checkSignature, ignoredAt, named, type SignatureRule } from './check-signature';

/** A record, what it says, and the tokens of its message in the encoding of its conversation's policy. */
export interface ReadLogRecord {
  readonly record: LogRecord;
  readonly read: ReadRecord;
  /**
   * Of an event of our own types, the id that it has where its signature is judged the other way: the journal may hold it
   * under that one, from when the keys were others.
   */
  readonly otherId: string | null;
  readonly counted: { readonly tokens: number; readonly encoding: Encoding } | null;
}

const DEFAULT_ENCODING: Encoding = 'o200k_base';

/** Reads records without counting anything yet. */
export function readRecords(
  records: readonly LogRecord[],
  limits: Limits,
  rule: SignatureRule,
): Omit<ReadLogRecord, 'counted'>[] {
  return records.map((record) => {
    const origin = `${record.topic}/${record.partition}/${record.offset}`;
    const raw = readRecord({ ...record, origin }, limits);
    const checked = checkSignature(raw, record, origin, rule);
    const read = checked === raw ? withoutOwnId(raw, origin) : checked;
    return { record, read, otherId: otherIdOf(raw, read, origin) };
  });
}

/** An id that the projector may give an event of its own would keep that event, and the partition with it, from going on. */
function withoutOwnId(read: ReadRecord, origin: string): ReadRecord {
  if (read.kind === 'unreadable' || !isOpeningPolicyId(read.envelope.id)) return read;
  const detail = `id: ${named(read.envelope.id)} is one of the projector's own`;
  return ignoredAt(read, origin, 'event-invalid', detail);
}

function otherIdOf(raw: ReadRecord, read: ReadRecord, origin: string): string | null {
  if (raw.kind === 'unreadable' || read.kind === 'unreadable' || !isOwnType(raw.envelope.type)) return null;
  return read === raw ? origin : raw.envelope.id;
}

/** Where a record belongs; null for one that names no conversation. */
export function conversationOf(read: ReadRecord): ConversationKey | null {
  if (read.kind === 'unreadable') return null;
  return { tenant: read.envelope.tenant, conversation: read.envelope.conversation };
}

/** Counts every message once, before the transaction. */
export async function countTokens(
  records: readonly Omit<ReadLogRecord, 'counted'>[],
  encodings: ReadonlyMap<string, string>,
  counter: TokenCounter,
): Promise<ReadLogRecord[]> {
  const counted: ReadLogRecord[] = [];
  for (const each of records) {
    const { read } = each;
    const key = conversationOf(read);
    const known = key ? encodings.get(conversationKey(key)) : undefined;
    const encoding = known === 'cl100k_base' ? known : DEFAULT_ENCODING;
    const tokens = await tokensOf(read, encoding, counter);
    counted.push({ ...each, counted: tokens === null ? null : { tokens, encoding } });
  }
  return counted;
}

/** Null for what is no message. */
export async function tokensOf(
  read: ReadRecord,
  encoding: Encoding,
  counter: TokenCounter,
): Promise<number | null> {
  if (read.kind !== 'event' || read.event.type !== 'MessageAppended') return null;
  return messageTokens(read.event.data, (text) => counter.count(text, encoding));
}
