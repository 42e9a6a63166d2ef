import { createHash, randomBytes } from 'node:crypto';
import { Database, migrate, type Migration } from '@verbatim/postgres';
import { doorVariable } from './postgres-server';

export interface TestDatabase {
  readonly url: string;
  /** Also ends the sessions still open on it. */
  drop(): Promise<void>;
}

/** Arbitrary; keeps two workers from making the same template. */
const templateLock = '5501730224810936';

/**
 * A fresh database with these migrations applied, copied from a template that is made once for each list of
 * migrations. The server is the run's own, or the one `VERBATIM_TEST_DATABASE_URL` names.
 */
export async function testDatabase(migrations: readonly Migration[] = []): Promise<TestDatabase> {
  const server = await serverUrl();
  const name = `verbatim_test_${randomBytes(6).toString('hex')}`;
  await administer(server, async (database) => {
    const template = await ensureTemplate(database, server, migrations);
    await database.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  });
  return {
    url: urlOf(server, name),
    drop: () =>
      administer(server, async (database) => {
        await database.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      }),
  };
}

async function ensureTemplate(
  database: Database,
  server: string,
  migrations: readonly Migration[],
): Promise<string> {
  if (migrations.length === 0) return 'template0';
  const digest = createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 16);
  const template = `verbatim_template_${digest}`;
  await database.session(async (session) => {
    await session.query('SELECT pg_advisory_lock($1)', [templateLock]);
    const found = await session.query('SELECT FROM pg_database WHERE datname = $1', [template]);
    if (found.length > 0) return;
    // Renamed when complete, so that an interrupted one is never used.
    const unfinished = `${template}_unfinished`;
    await session.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
    await session.query(`CREATE DATABASE ${unfinished} TEMPLATE template0`);
    await migrate(urlOf(server, unfinished), migrations);
    await session.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`);
  });
  return template;
}

async function administer<T>(server: string, work: (database: Database) => Promise<T>): Promise<T> {
  // Others make the template, or copy it, meanwhile.
  const patience = { statementMs: 120_000, lockMs: 120_000 };
  const database = await Database.open({
    url: server,
    applicationName: 'verbatim tests',
    poolSize: 2,
    ...patience,
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

let askedFor: Promise<string> | undefined;

function serverUrl(): Promise<string> {
  askedFor ??= askDoor();
  return askedFor;
}

async function askDoor(): Promise<string> {
  const given = process.env['VERBATIM_TEST_DATABASE_URL'];
  if (given !== undefined) return given;
  const door = process.env[doorVariable];
  if (door === undefined) throw new Error('no test server: is globalSetup in the Jest configuration?');
  const answer = await fetch(door);
  if (!answer.ok) throw new Error(await answer.text());
  return answer.text();
}

function urlOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
