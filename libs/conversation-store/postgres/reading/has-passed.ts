import type { Queryable } from '@verbatim/postgres';
import type { LogPosition } from '@verbatim/event-log';

/** False also where the group never claimed the partition. */
export async function hasPassed(
  database: Queryable,
  group: string,
  { topic, partition, offset }: LogPosition,
): Promise<boolean> {
  const rows = await database.query(
    `SELECT FROM processor_positions
     WHERE consumer_group = $1 AND topic = $2 AND partition = $3 AND next_offset > $4`,
    [group, topic, partition, offset],
  );
  return rows.length > 0;
}
