import type { Queryable } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import { keyParameters } from '../key-parameters';
import { fromColumn } from '../text-column';

/** See `ConversationReader.modelOfNewestCall`. */
export async function modelOfNewestCall(database: Queryable, key: ConversationKey): Promise<string | null> {
  const [row] = await database.query<{ readonly model: string }>(
    `SELECT model FROM receipts WHERE tenant = $1 AND conversation = $2 ORDER BY sequence DESC LIMIT 1`,
    [...keyParameters(key)],
  );
  return row ? fromColumn(row.model) : null;
}
