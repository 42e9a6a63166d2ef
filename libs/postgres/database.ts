import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { Connection, withClient } from './connection';
import { clientConfig, type DatabaseOptions, dataSourceOptions } from './connection-settings';
import { listen } from './listener';
import type { Queryable, Transaction } from './queryable';
import { runTransaction } from './transaction';

export type { DatabaseOptions } from './connection-settings';

const defaultAttempts = 5;
/** A server that is frozen or gone does not say good-bye. */
const closeMilliseconds = 5_000;

/** Connections of a pool, and those who wait for a free one. */
export interface PoolFigures {
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
}

/** A pool of connections to one database. What Postgres refuses surfaces as the driver's error, see `sqlState`. */
export class Database implements Queryable {
  private readonly stopListening = new Set<() => Promise<void>>();

  /** @param dataSource initialised already; {@link close} ends it. */
  constructor(
    readonly dataSource: DataSource,
    private readonly options: DatabaseOptions,
  ) {}

  static async open(options: DatabaseOptions): Promise<Database> {
    return new Database(await new DataSource(dataSourceOptions(options)).initialize(), options);
  }

  query<Row extends object = Record<string, unknown>>(
    sql: string,
    parameters?: readonly unknown[],
  ): Promise<Row[]> {
    return withClient(this.dataSource, (client) => new Connection(client).query<Row>(sql, parameters));
  }

  execute(sql: string, parameters?: readonly unknown[]): Promise<number> {
    return withClient(this.dataSource, (client) => new Connection(client).execute(sql, parameters));
  }

  /**
   * READ COMMITTED. Commits when `work` resolves, rolls back when it rejects. A serialization failure (40001) or a
   * deadlock (40P01) runs `work` again, at most `attempts` times altogether (default 5), so it must have no effects
   * outside of the transaction.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options: { attempts?: number } = {}): Promise<T> {
    return runTransaction(this.dataSource, work, options.attempts ?? defaultAttempts);
  }

  /**
   * Lends one connection for what lives as long as a session (advisory locks, SET). It counts against the pool and
   * is closed afterwards, so nothing of the session survives.
   */
  session<T>(work: (session: Queryable) => Promise<T>): Promise<T> {
    return withClient(this.dataSource, async (client, discard) => {
      discard();
      const session = new Connection(client);
      try {
        return await work(session);
      } finally {
        await session.end();
      }
    });
  }

  /**
   * Hears NOTIFY over a connection of its own, which comes back by itself; `onNotify('')` after each reconnect says
   * that notices may have been missed. `onNotify` must not throw. Rejects when the first connection fails.
   */
  async listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>> {
    const stop = await listen(clientConfig(this.options), channel, onNotify);
    const stopOnce = async (): Promise<void> => {
      this.stopListening.delete(stopOnce);
      await stop();
    };
    this.stopListening.add(stopOnce);
    return stopOnce;
  }

  poolFigures(): PoolFigures {
    const { master } = this.dataSource.driver as PostgresDriver;
    const { totalCount, idleCount, waitingCount } = master as Record<
      'totalCount' | 'idleCount' | 'waitingCount',
      number
    >;
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  /** Waits for connections that are lent out, five seconds at most. Harmless when closed already. */
  async close(): Promise<void> {
    const closed = new AbortController();
    const late = sleep(closeMilliseconds, undefined, { signal: closed.signal }).catch(ignore);
    await Promise.race([this.end(), late]);
    closed.abort();
  }

  private async end(): Promise<void> {
    await Promise.all([...this.stopListening].map((stop) => stop()));
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }
}

function ignore(): void {}
