import type { DataSourceOptions } from 'typeorm';
import type { ClientConfig } from 'pg';
import { SteadyClient } from './steady-client';

export interface DatabaseOptions {
  /** `postgresql://user:password@host:port/database` */
  readonly url: string;
  /** The role every connection acts as; the user in `url` must be a member of it. */
  readonly role?: string;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName: string;
  /** Connections at most; default 10. Who finds none free waits for ten seconds, then the driver's error is thrown. */
  readonly poolSize?: number;
  /** Most that a statement may take, in milliseconds, waiting for locks included; default 30,000. */
  readonly statementMs?: number;
  /** Most that a statement may wait for a lock, in milliseconds; default 10,000. */
  readonly lockMs?: number;
}

/** For a new connection, and for a free one of the pool. */
const connectTimeoutMilliseconds = 10_000;

/** A server that is frozen or gone does not keep to its own timeouts: the client gives up that much later, at most. */
const answerMilliseconds = 5_000;
const keepAliveMilliseconds = 10_000;

/**
 * A process that is frozen, or whose machine is gone, in the middle of a transaction must not keep its locks: others wait
 * for them to go on with its work.
 */
const idleInTransactionMilliseconds = 15_000;

/**
 * By these the server lets go of a client that vanished without a word: of its locks, and of the partitions it held in
 * the embedded log. In seconds; the last one in milliseconds.
 */
const serverKeepAlive = [
  'tcp_keepalives_idle=10',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=25000',
];

export function dataSourceOptions(options: DatabaseOptions): DataSourceOptions {
  return {
    type: 'postgres',
    url: urlWithSettings(options),
    applicationName: options.applicationName,
    poolSize: options.poolSize ?? 10,
    connectTimeoutMS: connectTimeoutMilliseconds,
    extra: { ...bounds(options), Client: SteadyClient },
    entities: [],
    logging: false,
  };
}

export function clientConfig(options: DatabaseOptions): ClientConfig {
  return {
    connectionString: urlWithSettings(options),
    application_name: options.applicationName,
    connectionTimeoutMillis: connectTimeoutMilliseconds,
    ...bounds(options),
  };
}

function bounds(options: DatabaseOptions): ClientConfig {
  return {
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMilliseconds,
    query_timeout:
      statementMilliseconds(options) + Math.min(statementMilliseconds(options), answerMilliseconds),
  };
}

function statementMilliseconds({ statementMs = 30_000 }: DatabaseOptions): number {
  return statementMs;
}

/** As start-up options they are in force before the first statement, and `RESET ROLE` comes back to the role. */
function urlWithSettings(settings: DatabaseOptions): string {
  const { url, role, lockMs = 10_000 } = settings;
  const complete = new URL(url);
  const options = [
    `-c idle_in_transaction_session_timeout=${idleInTransactionMilliseconds}`,
    `-c statement_timeout=${statementMilliseconds(settings)}`,
    `-c lock_timeout=${lockMs}`,
    ...serverKeepAlive.map((setting) => `-c ${setting}`),
    // Of two settings of one name the later holds: what the URL says wins.
    complete.searchParams.get('options') ?? '',
    role === undefined ? '' : `-c role=${role.replace(/[\\\s]/g, String.raw`\$&`)}`,
  ];
  complete.searchParams.set('options', options.filter((each) => each !== '').join(' '));
  return complete.href;
}
