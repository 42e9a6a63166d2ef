import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { PostgresError, sqlState } from '../errors';
import { SteadyClient } from '../steady-client';

/** What a running server's `postmaster.pid` says. */
export interface PidFile {
  readonly pid: number;
  /** Undefined while the server is still writing the file. */
  readonly port: number | undefined;
}

export type Answer = 'yes' | 'password-rejected' | 'not-yet';

const run = promisify(execFile);
const pollMilliseconds = 50;
const fastStopMilliseconds = 60_000;
const immediateStopMilliseconds = 10_000;

export function pidFilePath(data: string): string {
  return join(data, 'postmaster.pid');
}

export async function readPidFile(data: string): Promise<PidFile | undefined> {
  const [pid, , , port] = (await readFile(pidFilePath(data), 'utf8').catch(() => '')).split('\n').map(Number);
  if (pid === undefined || !(pid > 0)) return undefined;
  return { pid, port: port !== undefined && port > 0 ? port : undefined };
}

export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Whether that process is the server of this data directory, not a stranger who got the number later. */
export async function isPostmaster(pid: number, data: string): Promise<boolean> {
  const command =
    process.platform === 'linux'
      ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      : await run('ps', ['-p', String(pid), '-o', 'command=']).then(
          ({ stdout }) => stdout,
          () => '',
        );
  return command.replaceAll('\0', ' ').includes(` -D ${data} `);
}

/** Asks for a log-in; waits 2 seconds at most. */
export async function askServer(url: string): Promise<Answer> {
  const client = new SteadyClient({ connectionString: url, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    return 'yes';
  } catch (error) {
    return sqlState(error) === '28P01' ? 'password-rejected' : 'not-yet';
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Fast shutdown: sessions are ended, everything is flushed. Resolves when the process is gone, at once when it was
 * already. One that does not go within a minute is stopped without flushing, and recovers at its next start.
 */
export async function stopPostmaster(pid: number, data: string): Promise<void> {
  const steps = [
    { signal: 'SIGINT', patience: fastStopMilliseconds },
    { signal: 'SIGQUIT', patience: immediateStopMilliseconds },
  ] as const;
  for (const { signal, patience } of steps) {
    if (!(await isPostmaster(pid, data))) return;
    process.kill(pid, signal);
    for (let waited = 0; waited < patience; waited += pollMilliseconds) {
      await sleep(pollMilliseconds);
      if (!(await isPostmaster(pid, data))) return;
    }
  }
  throw new PostgresError('embedded-start-failed', `the Postgres server with pid ${pid} does not stop`);
}

/** Nothing of ours: a server needs none of the keys that may be in this process's environment. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' };
}
