import { connect, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import type { Cuts } from './cut-rule';
import type { Direction, Line } from './line';

export interface Address {
  readonly host: string;
  readonly port: number;
}

interface Chunk {
  readonly bytes: Buffer;
  /** Of `performance.now()`. */
  readonly arrived: number;
}

/** Chunks on their way at once, each way, before whoever sends them has to wait. */
const UNDERWAY = 64;

/** One client's connection through a proxy, and its counterpart to the server. */
export class Link {
  private server: Socket | null = null;
  private opening: Buffer | null = null;
  /** In force while the answer to a request is to be lost. */
  private losing: Cuts | null = null;
  private isCut = false;

  constructor(
    private readonly client: Socket,
    private readonly line: Line,
    private readonly cuts: () => readonly Cuts[],
  ) {
    client.on('error', () => undefined);
  }

  /** Carries bytes until both ends have closed, or one has broken; an end hears nothing of that while the line is frozen. */
  async carry(target: Address): Promise<void> {
    await this.line.thawed();
    if (this.isCut) return;
    const server = connect({ ...target, allowHalfOpen: true, noDelay: true });
    this.server = server;
    server.on('error', () => undefined);
    try {
      await Promise.all([
        this.flow('to-server', this.client, server),
        this.flow('to-client', server, this.client),
      ]);
    } catch {
      await this.line.thawed();
      this.cut();
    }
  }

  /** Both ends get a RST. */
  cut(): void {
    this.isCut = true;
    this.client.resetAndDestroy();
    this.server?.resetAndDestroy();
  }

  private async flow(direction: Direction, from: Socket, to: Socket): Promise<void> {
    for await (const chunk of chunksOf(from)) {
      await this.line.passage(direction, chunk.bytes.length, chunk.arrived);
      if (!this.admits(direction, chunk.bytes)) return this.cut();
      await write(to, chunk.bytes);
    }
    await this.line.thawed();
    to.end();
  }

  private admits(direction: Direction, bytes: Buffer): boolean {
    if (direction === 'to-client') {
      if (this.losing === null) return true;
      this.losing.made += 1;
      return false;
    }
    this.opening ??= bytes;
    for (const cuts of this.cuts()) {
      const loss = cuts.claim(bytes, this.opening);
      if (loss === 'request') {
        cuts.made += 1;
        return false;
      }
      if (loss === 'answer') this.losing = cuts;
    }
    return true;
  }
}

function chunksOf(socket: Socket): AsyncIterable<Chunk> {
  const stamped = new Transform({
    readableObjectMode: true,
    readableHighWaterMark: UNDERWAY,
    transform: (bytes: Buffer, _, done) => done(null, { bytes, arrived: performance.now() } satisfies Chunk),
  });
  // A pipe does not hand errors on, and one that closes without an end would leave its reader waiting.
  socket.once('close', () => (socket.readableEnded ? undefined : stamped.destroy(new Error('reset'))));
  return socket.pipe(stamped) as AsyncIterable<Chunk>;
}

async function write(to: Socket, bytes: Buffer): Promise<void> {
  if (to.destroyed) throw new Error('reset');
  if (to.write(bytes)) return;
  await new Promise<void>((resolve) => {
    to.once('drain', resolve).once('close', resolve);
  });
}
