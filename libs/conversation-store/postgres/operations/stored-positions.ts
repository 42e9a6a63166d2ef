import type { Queryable } from '@verbatim/postgres';
import type { StoredPosition } from '../../operations/operations-reader';
import { toNumber } from '../rows/columns';

interface Row {
  readonly partition: number;
  readonly owner: string;
  readonly log_identity: string;
  readonly next_offset: string;
  readonly applied: string;
  readonly duplicates: string;
  readonly updated_at: Date;
  readonly idle_seconds: number;
}

export async function storedPositions(
  database: Queryable,
  group: string,
  topic: string,
): Promise<StoredPosition[]> {
  const rows = await database.query<Row>(
    `SELECT partition, owner, log_identity, next_offset, applied, duplicates, updated_at,
       extract(epoch FROM clock_timestamp() - updated_at)::double precision AS idle_seconds
     FROM processor_positions WHERE consumer_group = $1 AND topic = $2 ORDER BY partition`,
    [group, topic],
  );
  return rows.map((row) => ({
    partition: row.partition,
    owner: row.owner,
    logIdentity: row.log_identity,
    nextOffset: toNumber(row.next_offset),
    applied: toNumber(row.applied),
    duplicates: toNumber(row.duplicates),
    movedAt: row.updated_at,
    idleSeconds: row.idle_seconds,
  }));
}
