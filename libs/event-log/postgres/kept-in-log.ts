import type { Queryable } from '@verbatim/postgres';

/** What the log in Postgres keeps of a topic, over all partitions. */
export interface KeptTopic {
  readonly topic: string;
  readonly records: number;
  /** Of keys, values and headers. */
  readonly bytes: number;
  /** Records that are gone. */
  readonly trimmed: number;
}

/** By topic. */
export async function keptInLog(database: Queryable): Promise<KeptTopic[]> {
  const rows = await database.query<{ topic: string; records: string; bytes: string; trimmed: string }>(
    `SELECT topic, sum(next_offset - low_offset) AS records, sum(kept_bytes) AS bytes, sum(low_offset) AS trimmed
     FROM log_partitions GROUP BY topic ORDER BY topic`,
  );
  return rows.map((row) => ({
    topic: row.topic,
    records: Number(row.records),
    bytes: Number(row.bytes),
    trimmed: Number(row.trimmed),
  }));
}
