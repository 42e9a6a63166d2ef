import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** What becomes of the bytes that follow upon the text: those of the client, or those of the server. */
export type Silence = { readonly upon: string; readonly of: 'client' | 'server' };

/** A way to a database on which one side can fall silent without an end of the connection. */
export class WayToPostgres {
  private readonly sockets = new Set<Socket>();
  private silence: Silence | null = null;
  private isFrozen = false;
  /** Connections that were silenced. */
  silenced = 0;

  private constructor(
    readonly url: string,
    private readonly ending: () => Promise<void>,
  ) {}

  static async open(databaseUrl: string): Promise<WayToPostgres> {
    const target = new URL(databaseUrl);
    const [port, host] = [Number(target.port), target.hostname];
    const server = createServer((socket) => way.lead(socket, connect(port, host)));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('no port');
    target.port = String(address.port);
    const way: WayToPostgres = new WayToPostgres(target.href, async () => {
      await once(server.close(), 'close');
    });
    return way;
  }

  /** The next connection on which a client sends `upon` carries nothing of that side from then on. */
  silenceNext(silence: Silence): void {
    this.silence = silence;
  }

  /** From now on no connection carries anything, and new ones lead nowhere. */
  freeze(): void {
    this.isFrozen = true;
  }

  async close(): Promise<void> {
    const closing = this.ending();
    for (const socket of this.sockets) socket.destroy();
    await closing;
  }

  private lead(client: Socket, server: Socket): void {
    for (const each of [client, server]) {
      this.sockets.add(each);
      each.on('error', () => each.destroy());
    }
    let silent: Silence['of'] | null = null;
    client.on('data', (bytes) => {
      if (this.silence !== null && bytes.includes(this.silence.upon)) {
        silent = this.silence.of;
        this.silence = null;
        this.silenced += 1;
      }
      if (silent !== 'client' && !this.isFrozen) server.write(bytes);
    });
    server.on('data', (bytes) => {
      if (silent !== 'server' && !this.isFrozen) client.write(bytes);
    });
    // A peer that vanished says no good-bye either.
    client.on('end', () => (silent === null && !this.isFrozen ? server.end() : undefined));
    server.on('end', () => (silent === null && !this.isFrozen ? client.end() : undefined));
  }
}
