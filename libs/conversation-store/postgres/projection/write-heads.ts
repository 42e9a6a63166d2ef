import type { Queryable } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import type { ConversationWrite } from '../../projection/projection-store';
import { FOLD_VERSION } from '../rows/head-row';
import { fromColumn, toJsonColumn } from '../text-column';
import { hex, insertion, recordset, type RowOf, writeRows } from './recordset';

const columns = {
  tenant: 'text',
  conversation: 'text',
  journal_position: 'bigint',
  journal_link: 'bytea',
  applied_position: 'bigint',
  view_version: 'bigint',
  fold_version: 'integer',
  state: 'jsonb',
  parked_code: 'text',
  parked_detail: 'text',
  topic: 'text',
  partition: 'integer',
};

const changed = Object.keys(columns).filter((name) => name !== 'tenant' && name !== 'conversation');

const update = `
  WITH updated AS (
    UPDATE conversation_heads AS head
    SET ${changed.map((name) => `${name} = written.${name}`).join(', ')}, updated_at = now(),
      mixed_at = CASE WHEN head.topic = written.topic AND head.partition <> written.partition
        THEN now() ELSE head.mixed_at END
    FROM ${recordset(columns)}
    WHERE head.tenant = written.tenant AND head.conversation = written.conversation
    RETURNING head.tenant, head.conversation, head.mixed_at
  )
  SELECT tenant, conversation FROM updated WHERE mixed_at = now()`;

const open = insertion('conversation_heads', columns);

/** Fails with a unique violation where another transaction has opened the conversation meanwhile. */
export async function openHeads(tx: Queryable, writes: readonly ConversationWrite[]): Promise<void> {
  await writeRows(tx, open, writes.map(rowOf));
}

/** Of conversations whose heads are locked. Answers those that came through another partition than before. */
export async function updateHeads(
  tx: Queryable,
  writes: readonly ConversationWrite[],
): Promise<ConversationKey[]> {
  if (writes.length === 0) return [];
  const mixed = await tx.query<ConversationKey>(update, [toJsonColumn(writes.map(rowOf))]);
  return mixed.map(({ tenant, conversation }) => ({
    tenant: fromColumn(tenant),
    conversation: fromColumn(conversation),
  }));
}

function rowOf({ stored, topic, partition }: ConversationWrite): RowOf<typeof columns> {
  return {
    tenant: stored.tenant,
    conversation: stored.conversation,
    journal_position: stored.journalPosition,
    journal_link: hex(stored.journalLink),
    applied_position: stored.head.position,
    view_version: stored.head.viewVersion,
    fold_version: stored.newerFold ?? FOLD_VERSION,
    state: stored.head,
    parked_code: stored.parked?.code ?? null,
    parked_detail: stored.parked?.detail ?? null,
    topic,
    partition,
  };
}
