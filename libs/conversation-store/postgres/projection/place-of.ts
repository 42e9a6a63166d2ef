import type { Queryable } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import type { EventPlace } from '../../projection/projection-store';
import { keyParameters } from '../key-parameters';
import { toNumber } from '../rows/columns';
import { toColumn } from '../text-column';

export async function placeOf(
  tx: Queryable,
  key: ConversationKey,
  eventId: string,
): Promise<EventPlace | null> {
  const [row] = await tx.query<{ position: string; dataversion: number }>(
    'SELECT position, dataversion FROM journal WHERE tenant = $1 AND conversation = $2 AND event_id = $3',
    [...keyParameters(key), toColumn(eventId)],
  );
  return row === undefined ? null : { position: toNumber(row.position), dataversion: row.dataversion };
}
