import type { DataSourceOptions } from 'typeorm';
import type { ClientConfig } from 'pg';

export interface DatabaseOptions {
  /** `postgresql://user:password@host:port/database` */
  readonly url: string;
  /** The role every connection acts as; the user in `url` must be a member of it. */
  readonly role?: string;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName: string;
  /** Connections at most; default 10. */
  readonly poolSize?: number;
}

const connectTimeoutMilliseconds = 10_000;

/**
 * A process that is frozen, or whose machine is gone, in the middle of a transaction must not keep its locks: others wait
 * for them to go on with its work.
 */
const idleInTransactionMilliseconds = 15_000;

export function dataSourceOptions(options: DatabaseOptions): DataSourceOptions {
  return {
    type: 'postgres',
    url: urlWithSettings(options),
    applicationName: options.applicationName,
    poolSize: options.poolSize ?? 10,
    connectTimeoutMS: connectTimeoutMilliseconds,
    extra: { keepAlive: true },
    entities: [],
    logging: false,
  };
}

export function clientConfig(options: DatabaseOptions): ClientConfig {
  return {
    connectionString: urlWithSettings(options),
    application_name: options.applicationName,
    connectionTimeoutMillis: connectTimeoutMilliseconds,
    keepAlive: true,
  };
}

/** As start-up options they are in force before the first statement, and `RESET ROLE` comes back to the role. */
function urlWithSettings({ url, role }: DatabaseOptions): string {
  const complete = new URL(url);
  const options = [
    `-c idle_in_transaction_session_timeout=${idleInTransactionMilliseconds}`,
    // Of two settings of one name the later holds: what the URL says wins.
    complete.searchParams.get('options') ?? '',
    role === undefined ? '' : `-c role=${role.replace(/[\\\s]/g, String.raw`\$&`)}`,
  ];
  complete.searchParams.set('options', options.filter((each) => each !== '').join(' '));
  return complete.href;
}
