import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { freePorts } from '@verbatim/kafka-broker';
import { type CutRule, Cuts } from './cut-rule';
import { Line, type Slowness } from './line';
import { type Address, Link } from './link';

/** Stands before a server on loopback, and is all that can go wrong on the way to it. */
export class TcpProxy {
  private readonly line = new Line();
  private readonly links = new Set<Link>();
  private cuts: Cuts[] = [];
  private server: Server | null = null;

  private constructor(
    readonly port: number,
    private target: Address,
  ) {}

  /** Without `port`, on one that is free. It lies below those that systems hand out, so that it can be listened to again. */
  static async open(target: Address, port?: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(port ?? (await freePorts(1)), target);
    await proxy.listen();
    return proxy;
  }

  /** How many connections there are through it. */
  get connections(): number {
    return this.links.size;
  }

  /** From now on, for a server that is somewhere else after its restart. */
  retarget(target: Address): void {
    this.target = target;
  }

  /** Ends whatever was wrong; held bytes go on, and connections are taken again. */
  async pass(): Promise<void> {
    this.cuts = [];
    this.line.clear();
    await this.listen();
  }

  /** Resets all connections and refuses new ones, until {@link pass}. */
  async cut(): Promise<void> {
    const { server } = this;
    this.server = null;
    this.reset();
    if (server === null) return;
    const closed = once(server, 'close');
    server.close();
    await closed;
  }

  /** Resets the connections that there are; new ones are taken. */
  reset(): void {
    for (const link of this.links) link.cut();
  }

  /**
   * Half-open: connections stay and new ones are taken, nothing comes through, neither bytes nor an end. {@link pass} lets
   * what was sent meanwhile arrive, late; {@link cut} first, and it never does.
   */
  freeze(): void {
    this.line.freeze();
  }

  /** From now on, for connections that there are too. */
  slow(slowness: Slowness): void {
    this.line.slow(slowness);
  }

  /** Until so many were cut, or {@link pass}. */
  cutAt(rule: CutRule): Cuts {
    const cuts = new Cuts(rule);
    this.cuts.push(cuts);
    return cuts;
  }

  async close(): Promise<void> {
    await this.cut();
    this.line.clear();
  }

  private async listen(): Promise<void> {
    if (this.server !== null) return;
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => this.take(client));
    this.server = server;
    await once(server.listen(this.port, '127.0.0.1'), 'listening');
  }

  private take(client: Socket): void {
    const link = new Link(client, this.line, () => this.cuts);
    this.links.add(link);
    void link.carry(this.target).finally(() => this.links.delete(link));
  }
}
