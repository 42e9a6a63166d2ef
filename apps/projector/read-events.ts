import type { Encoding, TokenCounter } from '@verbatim/tokens';
import type { Limits } from '@verbatim/conversation';
import { conversationKey, type ConversationKey } from '@verbatim/conversation-store';
import type { LogRecord } from '@verbatim/event-log';
import { messageTokens, readRecord, type ReadRecord } from '@verbatim/formats';

/** A record, what it says, and the tokens of its message in the encoding of its conversation's policy. */
export interface ReadLogRecord {
  readonly record: LogRecord;
  readonly read: ReadRecord;
  readonly counted: { readonly tokens: number; readonly encoding: Encoding } | null;
}

export const DEFAULT_ENCODING: Encoding = 'o200k_base';

/** Reads records without counting anything yet. */
export function readRecords(
  records: readonly LogRecord[],
  limits: Limits,
): { record: LogRecord; read: ReadRecord }[] {
  return records.map((record) => {
    const origin = `${record.topic}/${record.partition}/${record.offset}`;
    return { record, read: readRecord({ ...record, origin }, limits) };
  });
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
    counted.push({ record, read, counted: await countOf(read, encodings, counter) });
  }
  return counted;
}

async function countOf(
  read: ReadRecord,
  encodings: ReadonlyMap<string, string>,
  counter: TokenCounter,
): Promise<ReadLogRecord['counted']> {
  const key = conversationOf(read);
  if (!key || read.kind !== 'event' || read.event.type !== 'MessageAppended') return null;
  const known = encodings.get(conversationKey(key));
  const encoding = known === 'cl100k_base' ? known : DEFAULT_ENCODING;
  return { tokens: await messageTokens(read.event.data, (text) => counter.count(text, encoding)), encoding };
}
