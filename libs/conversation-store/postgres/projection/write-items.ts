import type { Queryable } from '@verbatim/postgres';
import type { ConversationWrite } from '../../projection/projection-store';
import { newest, type RowOf, upsertion, writeRows } from './recordset';

const columns = {
  tenant: 'text',
  conversation: 'text',
  position: 'bigint',
  event_id: 'text',
  role: 'text',
  ordinal: 'integer',
  group_position: 'bigint',
  calls: 'text[]',
  reused: 'text[]',
  answers: 'text[]',
  first_result: 'integer',
  unmatched: 'text',
  stray: 'integer[]',
  lengths: 'integer[]',
  replacements: 'jsonb',
  characters: 'integer',
  run: 'integer',
  iteration: 'bigint',
  tokens: 'integer',
  tokens_through: 'bigint',
  result_tokens_through: 'bigint',
};

const sql = upsertion('conversation_items', columns, ['tenant', 'conversation', 'position']);

export async function writeItems(tx: Queryable, writes: readonly ConversationWrite[]): Promise<void> {
  await writeRows(tx, sql, writes.flatMap(rowsOf));
}

function rowsOf({ stored, items }: ConversationWrite): RowOf<typeof columns>[] {
  const { tenant, conversation } = stored;
  return newest(items, ({ position }) => position).map((item) => ({
    tenant,
    conversation,
    position: item.position,
    event_id: item.eventId,
    role: item.role,
    ordinal: item.ordinal,
    group_position: item.group,
    calls: item.calls,
    reused: item.reused,
    answers: item.answers,
    first_result: item.firstResult,
    unmatched: item.unmatched,
    stray: item.stray,
    lengths: item.lengths,
    replacements: item.replacements,
    characters: item.characters,
    run: item.run,
    iteration: item.iteration,
    tokens: item.tokens,
    tokens_through: item.tokensThrough,
    result_tokens_through: item.resultTokensThrough,
  }));
}
