import type { Queryable } from '@verbatim/postgres';
import type { PartitionRange } from '../event-log';

export async function createTopic(database: Queryable, topic: string, partitions: number): Promise<void> {
  await database.query(
    `WITH created AS (
       INSERT INTO log_topics (topic, partitions) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING *
     )
     INSERT INTO log_partitions (topic, partition)
     SELECT topic, generate_series(0, partitions - 1) FROM created`,
    [topic, partitions],
  );
}

/** Ascending by partition; empty when there is no such topic. */
export async function partitionRanges(database: Queryable, topic: string): Promise<PartitionRange[]> {
  const rows = await database.query<{ partition: number; low_offset: string; next_offset: string }>(
    'SELECT partition, low_offset, next_offset FROM log_partitions WHERE topic = $1 ORDER BY partition',
    [topic],
  );
  return rows.map((row) => ({
    topic,
    partition: row.partition,
    low: Number(row.low_offset),
    high: Number(row.next_offset),
  }));
}
