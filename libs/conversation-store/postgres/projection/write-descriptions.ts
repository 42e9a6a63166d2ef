import type { Queryable } from '@verbatim/postgres';
import type { ConversationWrite } from '../../projection/projection-store';
import { searchable } from '../rows/description-row';
import { type RowOf, upsertion, writeRows } from './recordset';

const columns = {
  tenant: 'text',
  conversation: 'text',
  title: 'text',
  title_search: 'text',
  user_id: 'text',
  metadata: 'jsonb',
};

const sql = upsertion('conversation_descriptions', columns, ['tenant', 'conversation']);

export async function writeDescriptions(tx: Queryable, writes: readonly ConversationWrite[]): Promise<void> {
  await writeRows(tx, sql, writes.flatMap(rowsOf));
}

function rowsOf({ stored, description }: ConversationWrite): RowOf<typeof columns>[] {
  if (description === null) return [];
  const { tenant, conversation } = stored;
  const { title, user, metadata } = description;
  const title_search = title === null ? null : searchable(title);
  return [{ tenant, conversation, title, title_search, user_id: user, metadata }];
}
