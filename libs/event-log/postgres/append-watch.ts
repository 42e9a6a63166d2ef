import type { Database } from '@verbatim/postgres';
import { pause } from '../delivery/backoff';
import { Bell } from '../delivery/bell';

/** What `log_append` notifies of: `partition/topic`. */
const CHANNEL = 'verbatim_log';

/** Rings a partition's bell soon after an append: by notification, and by a slow look at the counters as a net. */
export class AppendWatch {
  private readonly bells = new Map<string, Bell>();
  private readonly seen = new Map<string, string>();
  private readonly stopping = new AbortController();

  private constructor(
    private readonly database: Database,
    private readonly pollMs: number,
  ) {}

  /** Throws when the database cannot be reached. */
  static async start(
    database: Database,
    pollMs: number,
  ): Promise<{ watch: AppendWatch; stop(): Promise<void> }> {
    const watch = new AppendWatch(database, pollMs);
    const unlisten = await database.listen(CHANNEL, (payload) => watch.notified(payload));
    const polling = watch.poll();
    const stop = async (): Promise<void> => {
      watch.stopping.abort();
      await Promise.all([polling, unlisten()]);
    };
    return { watch, stop };
  }

  bell(topic: string, partition: number): Bell {
    const key = bellKey(topic, partition);
    const known = this.bells.get(key);
    if (known) return known;
    const bell = new Bell();
    this.bells.set(key, bell);
    return bell;
  }

  /** An empty payload says that notices may have been missed. */
  private notified(payload: string): void {
    if (payload !== '') this.bells.get(payload)?.ring();
    else for (const bell of this.bells.values()) bell.ring();
  }

  private async poll(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      // A failed look is met, and reported, by the readers too.
      await this.look().catch(() => undefined);
      await pause(this.pollMs, this.stopping.signal);
    }
  }

  private async look(): Promise<void> {
    const rows = await this.database.query<{ topic: string; partition: number; next_offset: string }>(
      'SELECT topic, partition, next_offset FROM log_partitions',
    );
    for (const row of rows) {
      const key = bellKey(row.topic, row.partition);
      if (this.seen.get(key) === row.next_offset) continue;
      this.seen.set(key, row.next_offset);
      this.bells.get(key)?.ring();
    }
  }
}

function bellKey(topic: string, partition: number): string {
  return `${partition}/${topic}`;
}
