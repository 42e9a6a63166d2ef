import type { Client } from 'pg';
import { clientConfig } from './connection-settings';
import { PostgresError } from './errors';
import { SteadyClient } from './steady-client';

export interface Migration {
  /** Unique and never changed once released, such as `0001-journal`. */
  readonly name: string;
  /** SQL, several statements allowed, run in one transaction with `public` as search path. */
  readonly up: string;
}

/** Arbitrary, and the same in every process that migrates. */
const lockKey = '7305790158624391';
/** A step may rewrite a large table. */
const statementMs = 3_600_000;
/** For another process that migrates, and for those who use a table that is changed. */
const lockMs = 300_000;

/**
 * Applies those migrations that the database has not had yet, in the order given, each in a transaction of its own.
 * Processes that start together wait for each other (SPEC 9), five minutes at most. What the database has applied and this list does not
 * know is left alone: a newer version may run beside this one.
 */
export async function migrate(url: string, migrations: readonly Migration[]): Promise<{ applied: string[] }> {
  const client = new SteadyClient(
    clientConfig({ url, applicationName: 'verbatim migrate', statementMs, lockMs }),
  );
  await client.connect();
  try {
    await client.query('SET search_path TO public');
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    const known = await appliedNames(client);
    const pending = migrations.filter(({ name }) => !known.has(name));
    for (const migration of pending) await apply(client, migration);
    return { applied: pending.map(({ name }) => name) };
  } finally {
    await client.end();
  }
}

/** Asks first: a service whose role may create nothing finds a schema that is there. */
async function appliedNames(client: Client): Promise<Set<string>> {
  const { rows: found } = await client.query<{ table: string | null }>(
    "SELECT to_regclass('public.verbatim_migrations') AS table",
  );
  if (found[0]?.table === null) {
    await client.query(`
      CREATE TABLE verbatim_migrations (
        name text PRIMARY KEY,
        applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
  }
  const { rows } = await client.query<{ name: string }>('SELECT name FROM verbatim_migrations');
  return new Set(rows.map(({ name }) => name));
}

async function apply(client: Client, { name, up }: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(up);
    await client.query('INSERT INTO public.verbatim_migrations (name) VALUES ($1)', [name]);
    await client.query('COMMIT');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PostgresError('migration-failed', `migration ${name} failed: ${reason}`, { cause });
  }
}
