import type { Queryable } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import { idRange } from '../id-range';
import { keyParameters } from '../key-parameters';
import { fromColumn } from '../text-column';

/** The ids alone are read from an index; only those found are looked up in the journal. */
const messages = `WITH named AS MATERIALIZED (
    SELECT event_id AS id FROM journal
    WHERE tenant = $1 AND conversation = $2 AND event_id COLLATE "C" >= $3 AND event_id COLLATE "C" < $4
  )
  SELECT id FROM named WHERE EXISTS (
    SELECT FROM journal WHERE tenant = $1 AND conversation = $2 AND event_id = id AND type = 'MessageAppended'
  )`;
const checkpoints = `SELECT id FROM conversation_checkpoints
  WHERE tenant = $1 AND conversation = $2 AND id COLLATE "C" >= $3 AND id COLLATE "C" < $4`;

/** Looks through the conversation: an index of the ids in the order of their bytes would cost every append. */
export async function eventIdsFrom(
  database: Queryable,
  key: ConversationKey,
  kind: 'message' | 'checkpoint',
  beginning: string,
  limit: number,
): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `${kind === 'message' ? messages : checkpoints} ORDER BY id COLLATE "C" LIMIT $5`,
    [...keyParameters(key), ...idRange(beginning), limit],
  );
  return rows.map(({ id }) => fromColumn(id));
}
