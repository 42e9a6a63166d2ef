import type { Queryable } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import { keyParameters } from '../key-parameters';
import { fromColumn } from '../text-column';

/** See `ConversationReader.logPartition`. */
export async function logPartition(
  database: Queryable,
  key: ConversationKey,
): Promise<{ topic: string; partition: number } | null> {
  const [row] = await database.query<{ topic: string; partition: number }>(
    `SELECT topic, partition FROM conversation_heads
     WHERE tenant = $1 AND conversation = $2 AND topic IS NOT NULL AND partition IS NOT NULL`,
    keyParameters(key),
  );
  return row === undefined ? null : { topic: fromColumn(row.topic), partition: row.partition };
}
