import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresError } from '../errors';
import { askServer, serverEnvironment, stopPostmaster } from './postmaster';
import { lastLines, rotateLog } from './server-log';
import type { SystemUser } from './system-user';

export interface Launch {
  readonly postgres: string;
  readonly data: string;
  readonly log: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly user: SystemUser | undefined;
  urlAt(port: number): string;
}

const pollMilliseconds = 50;
/** Recovery after a crash reads the log back and may take its time. */
const patienceMilliseconds = 300_000;
const attempts = 3;

/** Starts the server on a free port of 127.0.0.1 and waits until it takes connections. */
export async function launch(request: Launch): Promise<{ pid: number; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    await rotateLog(request.log);
    const failure = await ready(start(request, port), request.urlAt(port), request.data);
    if (typeof failure === 'number') return { pid: failure, port };
    const lines = await lastLines(request.log, 10);
    // Someone else may take the port between our choice and the server's start.
    if (attempt < attempts && lines.some((line) => line.includes('Address already in use'))) continue;
    throw new PostgresError(
      'embedded-start-failed',
      `${failure}; the end of ${request.log}:\n${lines.join('\n')}`,
    );
  }
}

/** In a process group of its own: Ctrl-C in the terminal must not stop it before its clients have drained. */
function start({ postgres, data, log, settings, user }: Launch, port: number): ChildProcess {
  const all = { ...baseSettings, ...settings, port: String(port) };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const output = openSync(log, 'a', 0o600);
  try {
    const server = spawn(postgres, ['-D', data, ...flags], {
      detached: true,
      stdio: ['ignore', output, output],
      cwd: data,
      env: serverEnvironment(),
      ...(user && { uid: user.uid, gid: user.gid }),
    });
    server.unref();
    return server;
  } finally {
    closeSync(output);
  }
}

const baseSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  // A fresh database is bulk-loaded soon: without statistics the planner scans histories.
  autovacuum_naptime: '10s',
  cluster_name: 'verbatim',
  log_line_prefix: '%m [%p] ',
};

/** Gives the server's pid, or says why it did not come up. */
async function ready(server: ChildProcess, url: string, data: string): Promise<number | string> {
  let ended: string | undefined;
  server.once('error', (error) => {
    ended = `Postgres could not be started: ${error.message}`;
  });
  server.once('exit', (code, signal) => {
    ended = `Postgres ended while starting (${signal ?? `exit code ${code}`})`;
  });
  let reason = `Postgres took no connection within ${patienceMilliseconds / 1000} s`;
  for (let waited = 0; waited < patienceMilliseconds; waited += pollMilliseconds) {
    const answer = await askServer(url);
    if (ended !== undefined) return ended;
    if (answer === 'yes' && server.pid !== undefined) return server.pid;
    if (answer === 'password-rejected') {
      reason = 'Postgres rejects the password in postgres.password';
      break;
    }
    await sleep(pollMilliseconds);
  }
  if (server.pid !== undefined) await stopPostmaster(server.pid, data);
  return reason;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('no port was given')),
      );
    });
  });
}
