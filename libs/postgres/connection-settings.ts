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

export function dataSourceOptions(options: DatabaseOptions): DataSourceOptions {
  return {
    type: 'postgres',
    url: urlWithRole(options),
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
    connectionString: urlWithRole(options),
    application_name: options.applicationName,
    connectionTimeoutMillis: connectTimeoutMilliseconds,
    keepAlive: true,
  };
}

/** As a start-up option the role is in force before the first statement, and `RESET ROLE` comes back to it. */
function urlWithRole({ url, role }: DatabaseOptions): string {
  if (role === undefined) return url;
  const withRole = new URL(url);
  const given = withRole.searchParams.get('options');
  const setting = `-c role=${role.replace(/[\\\s]/g, String.raw`\$&`)}`;
  withRole.searchParams.set('options', given === null ? setting : `${given} ${setting}`);
  return withRole.href;
}
