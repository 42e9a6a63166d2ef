import type { Queryable } from '@verbatim/postgres';
import type { ConversationWrite } from '../../projection/projection-store';
import { newest, type RowOf, upsertion, writeRows } from './recordset';

const columns = {
  tenant: 'text',
  conversation: 'text',
  id: 'text',
  kind: 'text',
  topic: 'text',
  status: 'text',
  from_position: 'bigint',
  to_position: 'bigint',
  from_message: 'text',
  to_message: 'text',
  from_ordinal: 'bigint',
  to_ordinal: 'bigint',
  summary: 'text',
  strategy: 'text',
  mode: 'text',
  supersedes: 'text[]',
  basis: 'bigint',
  policy_version: 'text',
  summarizer: 'text',
  tokens_before: 'bigint',
  tokens_after: 'bigint',
  decided_at: 'bigint',
  recorded_at: 'bigint',
  created_at: 'text',
  refusal: 'text',
  record: 'jsonb',
  usage: 'jsonb',
};

const sql = upsertion('conversation_checkpoints', columns, ['tenant', 'conversation', 'id']);

export async function writeCheckpoints(tx: Queryable, writes: readonly ConversationWrite[]): Promise<void> {
  await writeRows(tx, sql, writes.flatMap(rowsOf));
}

function rowsOf({ stored, checkpoints }: ConversationWrite): RowOf<typeof columns>[] {
  const { tenant, conversation } = stored;
  return newest(checkpoints, ({ id }) => id).map(({ range, ...checkpoint }) => ({
    tenant,
    conversation,
    id: checkpoint.id,
    kind: checkpoint.kind,
    topic: checkpoint.topic,
    status: checkpoint.status,
    from_position: range.from,
    to_position: range.to,
    from_message: range.fromMessage,
    to_message: range.toMessage,
    from_ordinal: range.messages.from,
    to_ordinal: range.messages.to,
    summary: checkpoint.summary,
    strategy: checkpoint.strategy,
    mode: checkpoint.mode,
    supersedes: checkpoint.supersedes,
    basis: checkpoint.basis,
    policy_version: checkpoint.policyVersion,
    summarizer: checkpoint.summarizer,
    tokens_before: checkpoint.tokensBefore,
    tokens_after: checkpoint.tokensAfter,
    decided_at: checkpoint.decidedAt,
    recorded_at: checkpoint.recordedAt,
    created_at: checkpoint.createdAt,
    refusal: checkpoint.refusal,
    record: checkpoint.record,
    usage: checkpoint.usage,
  }));
}
