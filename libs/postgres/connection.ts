import type { ClientBase, QueryResult } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { endsConnection, PostgresError } from './errors';
import type { Transaction } from './queryable';

/** One connection lent by the pool. Statements run one after another, in the order in which they were given. */
export class Connection implements Transaction {
  private ended = false;
  private lost: unknown;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly client: ClientBase) {}

  async query<Row extends object = Record<string, unknown>>(
    sql: string,
    parameters?: readonly unknown[],
  ): Promise<Row[]> {
    return (await this.run(sql, parameters)).rows as Row[];
  }

  async execute(sql: string, parameters?: readonly unknown[]): Promise<number> {
    return (await this.run(sql, parameters)).rowCount ?? 0;
  }

  private async run(sql: string, parameters?: readonly unknown[]): Promise<QueryResult> {
    if (this.ended)
      throw new PostgresError('connection-ended', 'used after its transaction or session ended');
    const result = this.last.then(() => this.send(sql, parameters));
    this.last = result.catch((error: unknown) => {
      if (endsConnection(error)) this.lost = error;
    });
    return lastOf(await result);
  }

  /** On a connection that is lost each further statement would wait for its own time in vain. */
  private send(sql: string, parameters?: readonly unknown[]): Promise<QueryResult> {
    this.checkAlive();
    return this.client.query(sql, parameters as unknown[] | undefined);
  }

  /** Refuses further statements and waits for those on their way. */
  async end(): Promise<void> {
    this.ended = true;
    await this.last;
  }

  /** @throws what it was lost by, also where nobody heard of that */
  checkAlive(): void {
    if (this.lost !== undefined) throw this.lost;
  }
}

/**
 * Lends a pooled connection to `work`. It goes back afterwards, or is closed where `work` called `discard` because
 * its state is not known.
 */
export async function withClient<T>(
  dataSource: DataSource,
  work: (client: ClientBase, discard: () => void) => Promise<T>,
): Promise<T> {
  const driver = dataSource.driver as PostgresDriver;
  const [client, release] = (await driver.obtainMasterConnection()) as [
    ClientBase,
    (destroy: boolean) => void,
  ];
  let destroy = false;
  try {
    return await work(client, () => {
      destroy = true;
    });
  } catch (error) {
    if (endsConnection(error)) destroy = true;
    throw error;
  } finally {
    release(destroy);
  }
}

/** Several statements in one text give a list of results. */
function lastOf(result: QueryResult | QueryResult[]): QueryResult {
  if (!Array.isArray(result)) return result;
  const last = result.at(-1);
  if (last === undefined) throw new TypeError('Postgres answered without a result');
  return last;
}
