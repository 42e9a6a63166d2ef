import { mkdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SteadyClient } from '../steady-client';
import { locateBinaries } from './binaries';
import { type Cluster, prepareCluster, superuser } from './cluster';
import { launch } from './launch';
import * as postmaster from './postmaster';
import { reachableBinaries } from './reachable-binaries';
import { followLog, logSize } from './server-log';
import { assertReachable, unprivilegedUser } from './system-user';

export interface EmbeddedPostgresOptions {
  /** Holds `postgres` (the data), `postgres.password`, `postgres.log`. Created where missing; one owner at a time. */
  readonly directory: string;
  /** Receives the server's log, line by line, up to half a second late. */
  readonly onLog?: (line: string) => void;
  /** Further server settings; durability is on unless one of them says otherwise. */
  readonly settings?: Readonly<Record<string, string>>;
}

const database = 'verbatim';
const adoptionPatienceMilliseconds = 30_000;
const pollMilliseconds = 100;

/**
 * A real Postgres server on 127.0.0.1, from the binaries in the npm package. It outlives a killed parent; the next
 * `start` on the same directory adopts it.
 */
export class EmbeddedPostgres {
  private stopping: Promise<void> | undefined;

  private constructor(
    /** With password, as superuser, to the database `verbatim`. */
    readonly url: string,
    readonly pid: number,
    private readonly data: string,
    private readonly unfollow: () => void,
  ) {}

  /** @throws PostgresError `embedded-…`, with the end of the server's log where it has one */
  static async start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    await mkdir(options.directory, { recursive: true });
    const directory = await realpath(options.directory);
    const user = unprivilegedUser();
    const located = locateBinaries();
    const binaries = user === undefined ? located : reachableBinaries(located, user);
    if (user !== undefined) {
      for (const path of [binaries.initdb, binaries.postgres, directory]) assertReachable(path, user);
    }
    const cluster = await prepareCluster(directory, binaries, user);
    const log = join(directory, 'postgres.log');
    const urlAt = (port: number): string => serverUrl(cluster, port, 'postgres');
    const adopted = await adopt(cluster);
    const logStart = adopted === undefined ? 0 : await logSize(log);
    const { pid, port } =
      adopted ??
      (await launch({
        postgres: binaries.postgres,
        data: cluster.data,
        log,
        user,
        settings: options.settings ?? {},
        urlAt,
      }));
    await createDatabase(urlAt(port));
    const unfollow = options.onLog === undefined ? () => undefined : followLog(log, logStart, options.onLog);
    return new EmbeddedPostgres(serverUrl(cluster, port, database), pid, cluster.data, unfollow);
  }

  /** Fast shutdown; resolves when the server is gone. Harmless when it is gone already. */
  stop(): Promise<void> {
    this.stopping ??= postmaster.stopPostmaster(this.pid, this.data).finally(this.unfollow);
    return this.stopping;
  }
}

/**
 * The server that a killed parent has left running, if it answers to our password. One that does not is stopped; a
 * `postmaster.pid` whose number belongs to another program by now is removed, since Postgres would take that for itself.
 */
async function adopt(cluster: Cluster): Promise<{ pid: number; port: number } | undefined> {
  for (let waited = 0; ; waited += pollMilliseconds) {
    const found = await postmaster.readPidFile(cluster.data);
    if (found === undefined || !postmaster.processExists(found.pid)) return undefined;
    const { pid, port } = found;
    if (!(await postmaster.isPostmaster(pid, cluster.data))) {
      await rm(postmaster.pidFilePath(cluster.data), { force: true });
      return undefined;
    }
    const answer =
      port === undefined ? 'not-yet' : await postmaster.askServer(serverUrl(cluster, port, 'postgres'));
    if (answer === 'yes' && port !== undefined) return { pid, port };
    if (answer === 'password-rejected' || waited >= adoptionPatienceMilliseconds) {
      await postmaster.stopPostmaster(pid, cluster.data);
      return undefined;
    }
    await sleep(pollMilliseconds);
  }
}

function serverUrl({ password }: Cluster, port: number, name: string): string {
  return `postgresql://${superuser}:${password}@127.0.0.1:${port}/${name}`;
}

async function createDatabase(url: string): Promise<void> {
  const client = new SteadyClient({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [database]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${database}`);
  } finally {
    await client.end();
  }
}
