import type { Queryable } from '@verbatim/postgres';

/** See `ConversationReader.nextOffsets`. */
export async function nextOffsets(
  database: Queryable,
  group: string,
  topic: string,
  partitions: readonly number[],
): Promise<Map<number, number>> {
  const rows = await database.query<{ partition: number; next_offset: string }>(
    `SELECT partition, next_offset FROM processor_positions
     WHERE consumer_group = $1 AND topic = $2 AND partition = ANY($3::int[])`,
    [group, topic, partitions],
  );
  return new Map(rows.map(({ partition, next_offset: next }) => [partition, Number(next)]));
}
