import type { Encoding, TokenCounter } from '@verbatim/tokens';
import type { Limits } from '@verbatim/conversation';
import { conversationKey, type ConversationKey } from '@verbatim/conversation-store';
import type { LogRecord } from '@verbatim/event-log';
import { messageTokens, readRecord, type ReadRecord } from '@verbatim/formats';
import { isOpeningPolicyId } from './opening-policy';

/** A record, what it says, and the tokens of its message in the encoding of its conversation's policy. */
export interface ReadLogRecord {
  readonly record: LogRecord;
  readonly read: ReadRecord;
  readonly counted: { readonly tokens: number; readonly encoding: Encoding } | null;
}

const DEFAULT_ENCODING: Encoding = 'o200k_base';

/** Reads records without counting anything yet. */
export function readRecords(
  records: readonly LogRecord[],
  limits: Limits,
): { record: LogRecord; read: ReadRecord }[] {
  return records.map((record) => {
    const origin = `${record.topic}/${record.partition}/${record.offset}`;
    return { record, read: withoutOwnId(readRecord({ ...record, origin }, limits), origin) };
  });
}

/** An id that the projector may give an event of its own would keep that event, and the partition with it, from going on. */
function withoutOwnId(read: ReadRecord, origin: string): ReadRecord {
  if (read.kind === 'unreadable' || !isOpeningPolicyId(read.envelope.id)) return read;
  const { bodyHash, envelope } = read;
  const detail = `id: ${envelope.id.slice(0, 100)} is one of the projector's own`;
  return { kind: 'ignored', bodyHash, envelope: { ...envelope, id: origin }, code: 'event-invalid', detail };
}

/** Where a record belongs; null for one that names no conversation. */
export function conversationOf(read: ReadRecord): ConversationKey | null {
  if (read.kind === 'unreadable') return null;
  return { tenant: read.envelope.tenant, conversation: read.envelope.conversation };
}

/** Counts every message once, before the transaction. */
export async function countTokens(
  records: readonly { record: LogRecord; read: ReadRecord }[],
  encodings: ReadonlyMap<string, string>,
  counter: TokenCounter,
): Promise<ReadLogRecord[]> {
  const counted: ReadLogRecord[] = [];
  for (const { record, read } of records) {
    const key = conversationOf(read);
    const known = key ? encodings.get(conversationKey(key)) : undefined;
    const encoding = known === 'cl100k_base' ? known : DEFAULT_ENCODING;
    const tokens = await tokensOf(read, encoding, counter);
    counted.push({ record, read, counted: tokens === null ? null : { tokens, encoding } });
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
