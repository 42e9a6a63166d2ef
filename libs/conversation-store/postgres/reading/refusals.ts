import type { Queryable } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import type { Refusal } from '../../projection/projection-store';
import { keyParameters } from '../key-parameters';
import { toNumber } from '../rows/columns';
import { fromColumn } from '../text-column';

export async function refusalsAt(
  database: Queryable,
  key: ConversationKey,
  positions: readonly number[],
): Promise<Refusal[]> {
  const rows = await database.query<{ position: string; code: string; detail: string }>(
    `SELECT position, code, detail FROM event_refusals
     WHERE tenant = $1 AND conversation = $2 AND position = ANY ($3::bigint[])
     ORDER BY position`,
    [...keyParameters(key), positions],
  );
  return rows.map(({ position, code, detail }) => ({
    position: toNumber(position),
    code: fromColumn(code),
    detail: fromColumn(detail),
  }));
}
