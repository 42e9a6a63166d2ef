import type { ConversationCheckpoint } from '@verbatim/conversation';
import type { Queryable } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import { keyParameters } from '../key-parameters';
import { checkpointColumns, checkpointFromRow, type CheckpointRow } from '../rows/checkpoint-row';
import { toColumn } from '../text-column';

const select = `SELECT ${checkpointColumns} FROM conversation_checkpoints WHERE tenant = $1 AND conversation = $2`;

const byId = `${select} AND id = ANY ($3::text[])`;

const within = `
  SELECT found.* FROM unnest($3::bigint[], $4::bigint[]) AS asked (first, beyond), LATERAL (
    ${select} AND status = 'active' AND to_ordinal > first AND from_ordinal < beyond
  ) AS found`;

export async function loadCheckpoints(
  tx: Queryable,
  key: ConversationKey,
  ids: readonly string[],
): Promise<ConversationCheckpoint[]> {
  if (ids.length === 0) return [];
  const parameters = [...keyParameters(key), ids.map(toColumn)];
  return (await tx.query<CheckpointRow>(byId, parameters)).map(checkpointFromRow);
}

/** Active checkpoints that share an ordinal with one of the stretches [from, to). */
export async function loadActiveCheckpoints(
  tx: Queryable,
  key: ConversationKey,
  stretches: readonly { readonly from: number; readonly to: number }[],
): Promise<ConversationCheckpoint[]> {
  if (stretches.length === 0) return [];
  const ends = [stretches.map(({ from }) => from), stretches.map(({ to }) => to)];
  const parameters = [...keyParameters(key), ...ends];
  return (await tx.query<CheckpointRow>(within, parameters)).map(checkpointFromRow);
}
