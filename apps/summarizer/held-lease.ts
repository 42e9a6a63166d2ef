import type { Lease, WorkQueue } from '@verbatim/conversation-store';

/** A lease that is prolonged again and again until it is let go. */
export interface HeldLease {
  /** Aborted with LeaseLost when the lease is lost, with the outer signal's reason when that is. */
  readonly signal: AbortSignal;
  /** Prolongs it no more; it stays until it runs out. */
  letGo(): Promise<void>;
}

export class LeaseLost extends Error {
  constructor() {
    super('the lease was lost');
    this.name = 'LeaseLost';
  }
}

/** Prolongs the lease three times in the time it lasts. An error in between is left to the next time. */
export function holdLease(
  queue: Pick<WorkQueue, 'extend'>,
  lease: Lease,
  leaseSeconds: number,
  signal: AbortSignal,
): HeldLease {
  const lost = new AbortController();
  let extending: Promise<void> = Promise.resolve();
  const extend = async (): Promise<void> => {
    const isHeld = await queue.extend(lease, leaseSeconds).catch(() => true);
    if (!isHeld) lost.abort(new LeaseLost());
  };
  const timer = setInterval(
    () => {
      extending = extending.then(extend);
    },
    (leaseSeconds * 1000) / 3,
  );
  return {
    signal: AbortSignal.any([signal, lost.signal]),
    letGo: () => {
      clearInterval(timer);
      return extending;
    },
  };
}
