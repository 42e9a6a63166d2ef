import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgres, type EmbeddedPostgresOptions } from '@verbatim/postgres';
import type { Address } from './link';
import { TcpProxy } from './tcp-proxy';

const POLL_MS = 20;

/** A Postgres that services reach through a proxy, and that comes back on the same address after each of its ends. */
export class ProxiedPostgres {
  private constructor(
    private readonly options: EmbeddedPostgresOptions,
    private server: EmbeddedPostgres,
    /** Between the services and the server. */
    readonly proxy: TcpProxy,
    /** For the rig itself: nobody hurts this one. */
    private readonly door: TcpProxy,
  ) {}

  static async open(options: EmbeddedPostgresOptions): Promise<ProxiedPostgres> {
    const server = await EmbeddedPostgres.start(options);
    const [proxy, door] = [await TcpProxy.open(addressOf(server)), await TcpProxy.open(addressOf(server))];
    return new ProxiedPostgres(options, server, proxy, door);
  }

  /** Through the proxy, to the database `verbatim`. */
  get url(): string {
    return through(this.server, this.proxy);
  }

  /** Past the proxy; the same for ever too. */
  get directUrl(): string {
    return through(this.server, this.door);
  }

  /** Of the server's own process, the last one. */
  get pid(): number {
    return this.server.pid;
  }

  /** Holds `postgres`, its data. */
  get directory(): string {
    return this.options.directory;
  }

  /** As `pg_ctl stop -m immediate` does: nothing is flushed, nobody is told. Resolves when it is gone, also where it was. */
  async kill(): Promise<void> {
    signal(this.pid, 'SIGQUIT');
    while (signal(this.pid, 0)) await sleep(POLL_MS);
  }

  /** Sessions are ended, everything is flushed. */
  stop(): Promise<void> {
    return this.server.stop();
  }

  /** On its data, after it has ended; what it did not finish it recovers. */
  async start(): Promise<void> {
    this.server = await EmbeddedPostgres.start(this.options);
    for (const each of [this.proxy, this.door]) each.retarget(addressOf(this.server));
  }

  /** Ends the server and the ways to it; the folder stays. */
  async close(): Promise<void> {
    await Promise.all([this.proxy.close(), this.door.close()]);
    await this.server.stop();
  }
}

function addressOf({ url }: EmbeddedPostgres): Address {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}

function through(server: EmbeddedPostgres, proxy: TcpProxy): string {
  const url = new URL(server.url);
  url.port = String(proxy.port);
  return url.href;
}

/** @returns whether there is such a process */
function signal(pid: number, name: 'SIGQUIT' | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
