import type { ConversationCheckpoint } from '@verbatim/conversation';
import type { Queryable } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import { keyParameters } from '../key-parameters';
import { checkpointColumns, checkpointFromRow, type CheckpointRow } from '../rows/checkpoint-row';
import { toColumn } from '../text-column';

/** All of a conversation, in the order in which they took effect. */
export function allCheckpoints(database: Queryable, key: ConversationKey): Promise<ConversationCheckpoint[]> {
  return checkpointsWhere(database, key, 'true ORDER BY decided_at, id');
}

export async function checkpointById(
  database: Queryable,
  key: ConversationKey,
  id: string,
): Promise<ConversationCheckpoint | null> {
  const [checkpoint] = await checkpointsWhere(database, key, 'id = $3', [toColumn(id)]);
  return checkpoint ?? null;
}

/** Active checkpoints that show a summary, in the order of what they cover. Cuts show nothing. */
export function activeSummaries(
  database: Queryable,
  key: ConversationKey,
): Promise<ConversationCheckpoint[]> {
  return checkpointsWhere(
    database,
    key,
    `status = 'active' AND summary IS NOT NULL ORDER BY from_ordinal, id`,
  );
}

async function checkpointsWhere(
  database: Queryable,
  key: ConversationKey,
  conditionAndOrder: string,
  parameters: readonly string[] = [],
): Promise<ConversationCheckpoint[]> {
  const rows = await database.query<CheckpointRow>(
    `SELECT ${checkpointColumns} FROM conversation_checkpoints
     WHERE tenant = $1 AND conversation = $2 AND ${conditionAndOrder}`,
    [...keyParameters(key), ...parameters],
  );
  return rows.map(checkpointFromRow);
}
