import { execFile, spawn, type ChildProcessByStdio } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { freePorts } from '@verbatim/kafka-broker';
import { Database } from '@verbatim/postgres';
import { unprivilegedUser } from '../../libs/postgres/embedded/system-user';
import { waitUntil } from './kafka-rig/wait-until';
import type { Need } from './suite-needing';

const tools = ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'pg_basebackup'] as const;
type Tool = (typeof tools)[number];

const run = promisify(execFile);

/** A Postgres of the operating system's, with its tools: the embedded one has neither `pg_dump` nor `pg_basebackup`. */
export const postgresTools: Need = {
  name: 'postgres-tools',
  missing: () => (folderOfTools() === undefined ? `no folder has ${tools.join(', ')}` : null),
};

/** Of several versions the newest. */
function folderOfTools(): string | undefined {
  const packages = '/usr/lib/postgresql';
  const versions = existsSync(packages)
    ? readdirSync(packages).toSorted((a, b) => Number(b) - Number(a))
    : [];
  const folders = [
    ...versions.map((version) => join(packages, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  return folders.find((folder) => tools.every((tool) => existsSync(join(folder, tool))));
}

/** A server on loopback in a temporary folder, both gone with `stop`, or with this process. */
export class PostgresServer {
  private constructor(
    private readonly process: ChildProcessByStdio<Writable, null, null>,
    /** To the database `postgres`, as superuser. */
    readonly url: string,
  ) {}

  static async initialise(): Promise<PostgresServer> {
    const folder = await temporaryFolder();
    const password = randomBytes(12).toString('hex');
    const file = join(folder, 'password');
    await writeFile(file, password);
    const options = ['--encoding=UTF8', '--locale=C', '--auth=scram-sha-256', '--username=operator'];
    await runTool('initdb', [...options, `--pwfile=${file}`, `--pgdata=${join(folder, 'data')}`]);
    return PostgresServer.start(folder, password);
  }

  /** On the `data` of a folder that {@link temporaryFolder} made. */
  static async start(folder: string, password: string): Promise<PostgresServer> {
    const port = await freePorts(1);
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`, 'fsync=off'];
    // The pipe ends with this process, however that ends.
    const script = '"$@" 2> "$0/log" & cat; kill -INT $!; wait $!; rm -rf "$0"';
    const words = [programOf('postgres'), '-D', join(folder, 'data')];
    const flags = settings.flatMap((setting) => ['-c', setting]);
    const process = spawn('sh', ['-c', script, folder, ...words, ...flags], {
      ...asPostgres(),
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const server = new PostgresServer(process, `postgres://operator:${password}@127.0.0.1:${port}/postgres`);
    await waitUntil('Postgres takes connections', async () => {
      await server.query('SELECT 1');
      return true;
    });
    return server;
  }

  get password(): string {
    return new URL(this.url).password;
  }

  urlOf(database: string): string {
    const url = new URL(this.url);
    url.pathname = `/${database}`;
    return url.href;
  }

  async query(...statements: readonly string[]): Promise<void> {
    const database = await Database.open({ url: this.url, applicationName: 'operator', poolSize: 1 });
    try {
      for (const statement of statements) await database.query(statement);
    } finally {
      await database.close();
    }
  }

  async stop(): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.stdin.end();
    await ended;
  }
}

/** Where the user that Postgres runs as may write. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'verbatim-postgres-'));
  const user = unprivilegedUser();
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  await chmod(folder, 0o700);
  return folder;
}

/** As the user that Postgres runs as. @throws Error with what it wrote where it ends with anything but 0 */
export async function runTool(tool: Tool, words: readonly string[]): Promise<void> {
  await run(programOf(tool), words, asPostgres());
}

function programOf(tool: Tool): string {
  return join(folderOfTools() ?? '', tool);
}

function asPostgres() {
  const user = unprivilegedUser();
  return { cwd: tmpdir(), env: { LC_ALL: 'C' }, ...(user && { uid: user.uid, gid: user.gid }) };
}
