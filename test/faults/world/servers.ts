import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reapWhenOrphaned } from '../../support/kafka-server';
import { openProxiedKafka, type ProxiedKafka } from '../network/proxied-kafka';
import { ProxiedPostgres } from '../network/proxied-postgres';

/** The Postgres and the Kafka of a run, each behind proxies; worlds come and go on them. */
export class Servers {
  private readonly clusters = new Map<1 | 3, Promise<ProxiedKafka>>();
  private readonly folders: string[] = [];
  private readonly reapers: ChildProcess[] = [];

  private constructor(readonly postgres: ProxiedPostgres) {}

  static async open(): Promise<Servers> {
    const folder = await temporaryFolder('postgres');
    const servers = new Servers(await ProxiedPostgres.open({ directory: folder }));
    servers.folders.push(folder);
    servers.reapers.push(reapPostgresWhenOrphaned(folder));
    return servers;
  }

  /** Started when it is first asked for. Clusters of one node and of three do not run at once: each takes half a gigabyte. */
  async kafka(nodes: 1 | 3): Promise<ProxiedKafka> {
    for (const [other, cluster] of this.clusters) {
      if (other === nodes) continue;
      this.clusters.delete(other);
      await (await cluster).close();
    }
    const found = this.clusters.get(nodes) ?? this.startKafka(nodes);
    this.clusters.set(nodes, found);
    return found;
  }

  async close(): Promise<void> {
    for (const cluster of this.clusters.values()) await (await cluster).close();
    await this.postgres.close();
    this.reapers.forEach((reaper) => reaper.kill());
    await Promise.all(this.folders.map((folder) => rm(folder, { recursive: true, force: true })));
  }

  private async startKafka(nodes: 1 | 3): Promise<ProxiedKafka> {
    const directory = await temporaryFolder('kafka');
    this.folders.push(directory);
    this.reapers.push(reapWhenOrphaned(directory));
    return openProxiedKafka({ directory, nodes });
  }
}

/** In memory where there is room to spare. Open to others to pass through: as root, Postgres runs as another user. */
async function temporaryFolder(name: string): Promise<string> {
  const inMemory = '/dev/shm';
  const room = await statfs(inMemory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  const folder = await mkdtemp(join(room > 4 * 1024 ** 3 ? inMemory : tmpdir(), `verbatim-faults-${name}-`));
  await chmod(folder, 0o711);
  return folder;
}

/** A run that is killed leaves nothing behind: the end of the pipe tells this process, which then cleans up. */
function reapPostgresWhenOrphaned(folder: string): ChildProcess {
  const script = `cat
    kill -QUIT "$(head -n 1 "$1/postgres/postmaster.pid")"
    sleep 2
    umount "$1"/* 2> /dev/null
    rm -rf "$1"`;
  const reaper = spawn('sh', ['-c', script, 'sh', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  reaper.unref();
  return reaper;
}
