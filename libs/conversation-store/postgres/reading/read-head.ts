import type { Queryable } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import type { StoredHead } from '../../projection/projection-store';
import { keyParameters } from '../key-parameters';
import { headColumns, headFromRow, type HeadRow } from '../rows/head-row';

export async function readHead(database: Queryable, key: ConversationKey): Promise<StoredHead | null> {
  const [row] = await database.query<HeadRow>(
    `SELECT ${headColumns} FROM conversation_heads WHERE tenant = $1 AND conversation = $2`,
    keyParameters(key),
  );
  return row === undefined ? null : headFromRow(row);
}
