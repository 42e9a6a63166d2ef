import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgres } from '../../libs/postgres/embedded/embedded-postgres';
import { openDoor, type Door } from './door';

/** Where a spec file asks for the URL of the run's Postgres; the server starts when the first one asks. */
export const doorVariable = 'VERBATIM_TEST_POSTGRES_DOOR';

interface Running {
  readonly postgres: EmbeddedPostgres;
  readonly directory: string;
  readonly reaper: ChildProcess;
}

let door: Door | undefined;
let running: Promise<Running> | undefined;

export async function openTestServer(): Promise<void> {
  door = await openDoor(doorVariable, async () => {
    running ??= startServer();
    return (await running).postgres.url;
  });
}

export async function closeTestServer(): Promise<void> {
  door?.close();
  const started = await running?.catch(() => undefined);
  running = undefined;
  if (started === undefined) return;
  await started.postgres.stop();
  started.reaper.kill();
  await rm(started.directory, { recursive: true, force: true });
}

async function startServer(): Promise<Running> {
  const directory = await mkdtemp(join(await fastestFolder(), 'verbatim-test-'));
  await chmod(directory, 0o711);
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_wal_size: '256MB',
  };
  const postgres = await EmbeddedPostgres.start({ directory, settings });
  return { postgres, directory, reaper: reapWhenOrphaned(postgres.pid, directory) };
}

/** In memory where there is room to spare: making a database takes 20 ms there, 200 on a disk. */
async function fastestFolder(): Promise<string> {
  const inMemory = '/dev/shm';
  const room = await statfs(inMemory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return room > 2 * 1024 ** 3 ? inMemory : tmpdir();
}

/** Jest may be interrupted or killed without teardown: the pipe's end tells this process, which then cleans up. */
function reapWhenOrphaned(pid: number, directory: string): ChildProcess {
  const script = 'cat; kill -QUIT "$1"; while kill -0 "$1"; do sleep 0.1; done; rm -rf "$2"';
  const reaper = spawn('sh', ['-c', script, 'sh', String(pid), directory], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  reaper.unref();
  return reaper;
}
