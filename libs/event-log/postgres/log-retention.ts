import type { Queryable } from '@verbatim/postgres';

/** What the log keeps of each topic at least until every group has passed it; undefined keeps it for ever. */
export interface RetentionLimits {
  readonly hours?: number | undefined;
  /** Of keys, values and headers, over all partitions of a topic. */
  readonly bytes?: number | undefined;
}

/** Records looked at in one statement, which is one transaction. */
const STEP = 500;

/**
 * Trims the log in Postgres, in short steps. What may go the database itself decides: nothing that a group which claimed a
 * partition has not passed (migration `0021-log-retention`). Any number may do it at once.
 */
export class LogRetention {
  constructor(
    private readonly database: Queryable,
    private readonly limits: RetentionLimits,
    private readonly step = STEP,
  ) {}

  /** One round over all topics; ends early, between two steps, at the abort. @returns how many records went */
  async trim(signal: AbortSignal): Promise<number> {
    const partitions = await this.database.query<{ topic: string; partition: number }>(
      'SELECT topic, partition FROM log_partitions ORDER BY topic, partition',
    );
    let gone = 0;
    for (const each of partitions) gone += await this.trimByAge(each, signal);
    for (const topic of new Set(partitions.map((each) => each.topic))) {
      gone += await this.trimBySize(topic, signal);
    }
    return gone;
  }

  private async trimByAge(at: { topic: string; partition: number }, signal: AbortSignal): Promise<number> {
    const { hours } = this.limits;
    if (hours === undefined) return 0;
    let gone = 0;
    for (let went = this.step; went === this.step && !signal.aborted; gone += went) {
      went = await this.run(`log_trim($1, $2, clock_timestamp() - make_interval(hours => $3), NULL, $4)`, [
        at.topic,
        at.partition,
        hours,
        this.step,
      ]);
    }
    return gone;
  }

  /** Step by step at the partition whose first record is the oldest of those that may go. */
  private async trimBySize(topic: string, signal: AbortSignal): Promise<number> {
    const { bytes } = this.limits;
    if (bytes === undefined) return 0;
    let gone = 0;
    while (!signal.aborted) {
      const [oldest] = await this.database.query<{ partition: number; excess: string }>(
        `SELECT counter.partition, total.bytes - $2 AS excess
         FROM (SELECT sum(kept_bytes) AS bytes FROM log_partitions WHERE topic = $1) AS total,
           log_partitions AS counter
           JOIN log_records AS record ON record.topic = counter.topic AND record.partition = counter.partition
             AND record.log_offset = counter.low_offset
         WHERE counter.topic = $1 AND total.bytes > $2
           AND counter.low_offset < log_trimmable(counter.topic, counter.partition)
         ORDER BY record.appended_at LIMIT 1`,
        [topic, bytes],
      );
      if (!oldest) break;
      const went = await this.run('log_trim($1, $2, NULL, $3, $4)', [
        topic,
        oldest.partition,
        oldest.excess,
        this.step,
      ]);
      if (went === 0) break;
      gone += went;
    }
    return gone;
  }

  private async run(call: string, parameters: readonly unknown[]): Promise<number> {
    const [row] = await this.database.query<{ went: string }>(`SELECT ${call} AS went`, parameters);
    return Number(row?.went ?? 0);
  }
}
