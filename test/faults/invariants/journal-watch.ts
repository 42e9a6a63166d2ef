import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@verbatim/postgres';

interface Row {
  readonly place: string;
  readonly digest: string;
}

/** A whole row, whatever columns it has. */
const digests = `
  SELECT tenant || '/' || conversation || ' ' || position AS place,
         encode(sha256(convert_to(row::text, 'UTF8')), 'hex') AS digest
  FROM journal AS row`;

const EVERY_MS = 1_000;

/** Looks at the journal again and again, and remembers a digest of each row that it saw. */
export class JournalWatch {
  private readonly seen = new Map<string, string>();
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  /** Of the newest row seen, as the database writes it. */
  private newest = '-infinity';

  private constructor(private readonly database: Database) {}

  /** Looks for the first time a moment later: a database without a journal is waited for. */
  static start(database: Database): JournalWatch {
    const watch = new JournalWatch(database);
    watch.running = watch.run();
    return watch;
  }

  /** Rows that were seen. */
  get size(): number {
    return this.seen.size;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Looks once. A database that is hurt just now shows nothing. */
  async look(): Promise<void> {
    // Transactions that began a while ago may have committed since.
    const since = `received_at > $1::timestamptz - interval '2 minutes'`;
    const rows = await this.database.query<Row>(`${digests} WHERE ${since}`, [this.newest]).catch(() => []);
    for (const { place, digest } of rows) if (!this.seen.has(place)) this.seen.set(place, digest);
    const [last] = await this.database
      .query<{ at: string | null }>('SELECT max(received_at)::text AS at FROM journal')
      .catch(() => []);
    this.newest = last?.at ?? this.newest;
  }

  /** What became of the rows that were seen, in sentences. */
  async changes(): Promise<string[]> {
    const rows = await this.database.query<Row>(digests);
    const now = new Map(rows.map(({ place, digest }) => [place, digest]));
    return [...this.seen].flatMap(([place, digest]) => {
      const found = now.get(place);
      if (found === undefined) return [`the row at ${place} is gone`];
      return found === digest ? [] : [`the row at ${place} was changed`];
    });
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.look();
      await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
