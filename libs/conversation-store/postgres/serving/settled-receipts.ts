import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '@verbatim/postgres';

const LOOK_MS = 5;
const PATIENCE_MS = 1_000;

/**
 * Up to where receipts may be listed by their sequence: a transaction takes its number when it inserts and shows the row
 * when it commits, so a reader could pass one that is slow. Those that insert are waited for.
 */
export class SettledReceipts {
  private settled = 0;

  constructor(
    private readonly database: Queryable,
    private readonly patienceMs = PATIENCE_MS,
  ) {}

  /** At or below it no receipt will appear any more; what was known before, where somebody inserts for too long. */
  get known(): number {
    return this.settled;
  }

  async look(): Promise<number> {
    const newest = await this.newest();
    const awaited = await this.inserting();
    for (let left = this.patienceMs; awaited.length > 0 && left > 0; left -= LOOK_MS) {
      await sleep(LOOK_MS);
      const still = await this.inserting();
      if (!awaited.some((one) => still.includes(one))) awaited.length = 0;
    }
    if (awaited.length === 0) this.settled = Math.max(this.settled, newest);
    return this.settled;
  }

  private async newest(): Promise<number> {
    const [row] = await this.database.query<{ newest: string | null }>(
      "SELECT pg_sequence_last_value('receipts_sequence_seq') AS newest",
    );
    return Number(row?.newest ?? 0);
  }

  /** Transactions that hold the lock of an INSERT, which they take before their number. */
  private async inserting(): Promise<string[]> {
    const rows = await this.database.query<{ virtualtransaction: string }>(
      `SELECT virtualtransaction FROM pg_locks
       WHERE locktype = 'relation' AND relation = 'receipts'::regclass AND mode = 'RowExclusiveLock'
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    return rows.map(({ virtualtransaction }) => virtualtransaction);
  }
}
