import { setTimeout as sleep } from 'node:timers/promises';
import type { Lease, WorkQueue } from '@verbatim/conversation-store';
import type { Logger } from '@verbatim/platform';

const IDLE_MS = 200;

export interface WorkLoopOptions {
  readonly queue: Pick<WorkQueue, 'lease'>;
  /** Must not reject. */
  readonly perform: (lease: Lease, stop: AbortSignal) => Promise<void>;
  readonly worker: string;
  readonly leaseSeconds: number;
  /** Pieces at a time; a tenant leaves one of these to others that wait. */
  readonly concurrency: number;
  readonly logger: Logger;
}

/** Leases due work, piece by piece, as long as there is room. */
export class WorkLoop {
  private readonly running = new Map<Promise<void>, string>();
  private readonly stopping = new AbortController();
  private readonly aborting = new AbortController();
  private looping: Promise<void> = Promise.resolve();

  constructor(private readonly options: WorkLoopOptions) {}

  start(): void {
    this.looping = this.run();
  }

  /** Leases nothing more. Running pieces may finish until the grace is over, and are aborted then. */
  async stop(graceMs: number): Promise<void> {
    this.stopping.abort();
    await this.looping;
    const timer = setTimeout(() => this.aborting.abort(), graceMs);
    await Promise.all(this.running.keys());
    clearTimeout(timer);
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const lease = await this.next();
      if (lease) this.begin(lease);
      else await this.pause(signal);
    }
  }

  private begin(lease: Lease): void {
    const piece = this.options.perform(lease, this.aborting.signal).finally(() => this.running.delete(piece));
    this.running.set(piece, lease.tenant);
  }

  private async next(): Promise<Lease | null> {
    const { queue, worker, leaseSeconds, concurrency, logger } = this.options;
    if (this.running.size >= concurrency) return null;
    try {
      const busy = this.tenantsWith(Math.max(1, concurrency - 1));
      const [other] = await queue.lease(worker, 1, leaseSeconds, busy);
      if (other || busy.length === 0) return other ?? null;
      return (await queue.lease(worker, 1, leaseSeconds))[0] ?? null;
    } catch (error) {
      logger.error({ err: error }, 'no work could be leased');
      return null;
    }
  }

  private tenantsWith(pieces: number): string[] {
    const tenants = [...this.running.values()];
    return [...new Set(tenants)].filter((one) => tenants.filter((each) => each === one).length >= pieces);
  }

  /** Until a piece is finished, or for a moment. */
  private async pause(signal: AbortSignal): Promise<void> {
    const moment = sleep(IDLE_MS, undefined, { signal }).catch(() => undefined);
    await Promise.race([moment, ...this.running.keys()]);
  }
}
