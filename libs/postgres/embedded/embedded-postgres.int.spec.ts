import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Database } from '../database';
import { EmbeddedPostgres } from './embedded-postgres';
import { isPostmaster, processExists } from './postmaster';
import { unprivilegedUser } from './system-user';

jest.setTimeout(60_000);

let directory: string;
let data: string;
let server: EmbeddedPostgres | undefined;

// One directory for the file, since initialising takes a second; every test leaves the server stopped.
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'verbatim-embedded-'));
  data = join(directory, 'postgres');
  await chmod(directory, 0o711);
});

afterEach(() => server?.stop());

afterAll(() => rm(directory, { recursive: true, force: true }));

async function start(onLog?: (line: string) => void): Promise<EmbeddedPostgres> {
  server = await EmbeddedPostgres.start({ directory, ...(onLog && { onLog }) });
  return server;
}

async function query(url: string, sql: string): Promise<object[]> {
  const database = await Database.open({ url, applicationName: 'verbatim spec' });
  try {
    return await database.query(sql);
  } finally {
    await database.close();
  }
}

describe('start and stop', () => {
  it('begins anew after an interrupted initialisation', async () => {
    const unfinished = join(directory, 'postgres.init-abc');
    await mkdir(join(unfinished, 'data'), { recursive: true });
    await writeFile(join(unfinished, 'data', 'PG_VERSION'), '18\n');
    await expect(query((await start()).url, 'SELECT current_database() AS name')).resolves.toEqual([
      { name: 'verbatim' },
    ]);
    const names = await readdir(directory);
    expect(names.toSorted()).toEqual(['postgres', 'postgres.log', 'postgres.password']);
  });

  it('listens on loopback only, durable, with a secret password', async () => {
    const { url } = await start();
    await expect(
      query(
        url,
        `SELECT string_agg(name || '=' || setting, ' ' ORDER BY name) AS settings FROM pg_settings
         WHERE name IN ('listen_addresses', 'unix_socket_directories', 'fsync', 'synchronous_commit', 'server_encoding')`,
      ),
    ).resolves.toEqual([
      {
        settings:
          'fsync=on listen_addresses=127.0.0.1 server_encoding=UTF8 synchronous_commit=on unix_socket_directories=',
      },
    ]);
    await expect(query(url.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(
      'password authentication failed',
    );
    const { mode } = await stat(join(directory, 'postgres.password'));
    expect(mode & 0o777).toBe(0o600);
  });

  it('keeps its data over a restart, and is gone after stop', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
    await first.stop();
    expect(processExists(first.pid)).toBe(false);
    await first.stop();
    const second = await start();
    await expect(query(second.url, 'SELECT n FROM kept')).resolves.toEqual([{ n: 7 }]);
  });

  it('hands over the log, to the last line', async () => {
    const lines: string[] = [];
    await (await start((line) => lines.push(line))).stop();
    expect(lines.at(-1)).toContain('database system is shut down');
    const written = await readFile(join(directory, 'postgres.log'), 'utf8');
    expect(`${lines.join('\n')}\n`).toBe(written);
  });

  it('says with the end of the log why it does not start', async () => {
    const failing = EmbeddedPostgres.start({ directory, settings: { max_connections: 'many' } });
    await expect(failing).rejects.toMatchObject({
      code: 'embedded-start-failed',
      message: expect.stringContaining('invalid value for parameter "max_connections": "many"'),
    });
  });
});

describe('after a crash', () => {
  it('adopts the server of a parent that was killed', async () => {
    const orphan = await orphanServer();
    const adopted = await start();
    expect([adopted.pid, adopted.url]).toEqual([orphan.pid, orphan.url]);
    await expect(query(adopted.url, 'SELECT 1 AS n')).resolves.toEqual([{ n: 1 }]);
    await adopted.stop();
    expect(existsSync(join(data, 'postmaster.pid'))).toBe(false);
  });

  it('replaces an orphan that does not know our password', async () => {
    const orphan = await orphanServer();
    const password = new URL(orphan.url).password;
    await query(orphan.url, `ALTER ROLE verbatim PASSWORD 'other'`);
    const file = join(directory, 'postgres.password');
    await writeFile(file, 'other-still');
    await expect(EmbeddedPostgres.start({ directory })).rejects.toThrow('password');
    await expect(isPostmaster(orphan.pid, data)).resolves.toBe(false);
    await writeFile(file, 'other');
    const restarted = await start();
    await query(restarted.url, `ALTER ROLE verbatim PASSWORD '${password}'`);
    await writeFile(file, password);
  });

  it('starts over the pid file of a killed server, and recovers what was committed', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE committed AS SELECT 8 AS n');
    process.kill(first.pid, 'SIGKILL');
    const second = await start();
    expect(second.pid).not.toBe(first.pid);
    await expect(query(second.url, 'SELECT n FROM committed')).resolves.toEqual([{ n: 8 }]);
  });

  it('starts over a pid file whose number another program has now', async () => {
    await (await start()).stop();
    const user = unprivilegedUser();
    // As the server's user: only then Postgres takes it for a server.
    const stranger = spawn('sleep', ['60'], user && { uid: user.uid, gid: user.gid });
    try {
      await writeFile(join(data, 'postmaster.pid'), `${stranger.pid}\n${data}\n0\n5432\n`);
      const { pid } = await start();
      await expect(isPostmaster(pid, data)).resolves.toBe(true);
    } finally {
      stranger.kill();
    }
  });

  it('refuses data whose password file is lost, and says what to do', async () => {
    const file = join(directory, 'postgres.password');
    const password = await readFile(file, 'utf8');
    await rm(file);
    await expect(start()).rejects.toMatchObject({ code: 'embedded-password-missing' });
    await writeFile(file, password, { mode: 0o600 });
  });
});

/** Starts the server from another process, and kills that one. */
async function orphanServer(): Promise<{ pid: number; url: string }> {
  const script = `
    const { EmbeddedPostgres } = require(${JSON.stringify(join(__dirname, 'embedded-postgres.ts'))});
    EmbeddedPostgres.start({ directory: ${JSON.stringify(directory)} })
      .then(({ pid, url }) => console.log(JSON.stringify({ pid, url })));
    setInterval(() => undefined, 1000);`;
  const register = resolve(__dirname, '../../../test/support/register-typescript.js');
  const parent = spawn(process.execPath, ['--require', register, '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  parent.kill('SIGKILL');
  await once(parent, 'exit');
  return JSON.parse(line.toString()) as { pid: number; url: string };
}
