import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { preloadWith, type KillOrder } from '../../preload/faults';
import { boundariesIn, type Boundary } from '../../preload/labels';
import type { ServiceName, SupervisedProcess } from '../../../support/supervised-process';
import type { World } from '../../world/world';

const LOOK_MS = 20;
/** What a service does all the time it does within that; the rest it may do when it starts. */
const PATIENCE_MS = 3_000;

/** Of this run; the services make it. */
const folder = join(tmpdir(), `verbatim-orders-${process.pid}`);
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Of a world in which services record where they cross to the outside, and die where they are told to. */
export function mortal(): Readonly<Record<string, string>> {
  return preloadWith({ record: folder, orders: folder });
}

/** Kills the one process of a service at places that it comes to by itself. */
export class Executioner {
  private readonly order: string;
  private readonly labels: string;
  private readonly service: SupervisedProcess;

  constructor(
    world: World,
    private readonly name: ServiceName,
  ) {
    this.service = world.one(name);
    this.order = join(folder, `${name}.order`);
    this.labels = join(folder, `${name}.labels`);
    this.withdraw();
  }

  get kills(): number {
    return this.service.killed;
  }

  /** Forgets what was recorded, and starts the service once more: what it does from then on counts. */
  async beginAnew(): Promise<void> {
    rmSync(this.labels, { force: true });
    await this.service.kill();
  }

  /** Every place that the service has crossed since, up to a second ago. */
  boundaries(): readonly Boundary[] {
    return existsSync(this.labels) ? (boundariesIn(this.labels).get(this.name) ?? []) : [];
  }

  /**
   * Where it was killed; null where it did not come to the place, neither in its work nor when it was started again.
   * Resolves when it listens again.
   */
  async strike(order: KillOrder): Promise<string | null> {
    const pid = await this.service.pid();
    this.put(order);
    const place = (await this.struck()) ?? (await this.struckAtStart());
    this.withdraw();
    while ((await this.service.pid()) === pid) await sleep(LOOK_MS);
    return place;
  }

  private async struck(): Promise<string | null> {
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(LOOK_MS)) {
      const place = this.place();
      if (place !== null) return place;
    }
    return null;
  }

  private async struckAtStart(): Promise<string | null> {
    await this.service.kill();
    return this.struck();
  }

  /** Null where it was not struck, or is just about to be. */
  private place(): string | null {
    const token = `${this.order}.struck`;
    return (existsSync(token) && readFileSync(token, 'utf8')) || null;
  }

  /** All at once: a service looks for it at any time. */
  private put(order: KillOrder): void {
    writeFileSync(`${this.order}.new`, JSON.stringify(order));
    renameSync(`${this.order}.new`, this.order);
  }

  /** The order first: without its token it would be carried out again. */
  private withdraw(): void {
    rmSync(this.order, { force: true });
    rmSync(`${this.order}.struck`, { force: true });
  }
}
