import type { Mechanism } from '@verbatim/conversation';
import {
  conversationKey,
  type ConversationReader,
  type Lease,
  type WorkQueue,
} from '@verbatim/conversation-store';
import { CONVERSATION_EVENTS } from '@verbatim/event-log';
import { SummarizerError } from '@verbatim/llm';
import type { OwedEvent, OwedWork, Result } from '@verbatim/owed-work';
import type { Logger } from '@verbatim/platform';
import type { EventPublisher } from './event-publisher';
import { holdLease, LeaseLost } from './held-lease';
import type { ProjectionGate } from './projection-gate';
import { retryDelaySeconds } from './retry-delay';
import type { Outcome, SummarizerMetrics } from './summarizer-metrics';

export const LEASE_SECONDS = 20;
/** From this failure on the work is shown as failed; it is still tried again. */
const FAILED_FROM = 8;
const HOPELESS_DELAY_SECONDS = 600;
const PROJECTION_DELAY_SECONDS = 5;

export interface LeasedWorkOptions {
  readonly queue: Omit<WorkQueue, 'figures' | 'lease'>;
  readonly reader: ConversationReader;
  readonly gate: ProjectionGate;
  readonly publisher: Pick<EventPublisher, 'publish'>;
  readonly mechanisms: Readonly<Record<Mechanism, OwedWork>>;
  readonly metrics: SummarizerMetrics;
  readonly logger: Logger;
}

/** Does one leased piece of work and settles its lease. After publishing the lease stays: only the projector closes work. */
export class LeasedWork {
  constructor(private readonly options: LeasedWorkOptions) {}

  /** Never rejects. */
  async perform(lease: Lease, stop: AbortSignal): Promise<void> {
    const started = performance.now();
    const outcome = await this.attempt(lease, stop).catch((error: unknown) =>
      this.settle(lease, error, stop),
    );
    this.options.metrics.worked(lease.mechanism, outcome, (performance.now() - started) / 1000);
  }

  private async attempt(lease: Lease, stop: AbortSignal): Promise<Outcome> {
    const { queue, reader, gate, publisher } = this.options;
    const partition = (await reader.partitionsOf([lease], CONVERSATION_EVENTS)).get(conversationKey(lease));
    if (partition === undefined)
      throw new Error(`no partition of the log is known for ${lease.conversation}`);
    const held = holdLease(queue, lease, LEASE_SECONDS, stop);
    const result = await this.prepare(lease, partition, held.signal).finally(() => held.letGo());
    switch (result.kind) {
      case 'nothing-due':
        await queue.giveBack(lease, result.position);
        return result.kind;
      case 'not-now':
        await queue.extend(lease, result.seconds);
        return 'postponed';
      case 'events': {
        const events = await this.unpublished(lease, result.events);
        const position = await publisher.publish(lease, partition, events);
        if (position) gate.published(lease, position);
        return 'published';
      }
    }
  }

  private async prepare(lease: Lease, partition: number, signal: AbortSignal): Promise<Result> {
    const { queue, gate, mechanisms } = this.options;
    if (!(await gate.passes(lease, partition, signal))) {
      return { kind: 'not-now', seconds: PROJECTION_DELAY_SECONDS };
    }
    if (!(await queue.extend(lease, LEASE_SECONDS))) throw new LeaseLost();
    return mechanisms[lease.mechanism].prepare(lease, signal);
  }

  /**
   * The projection holds all that was published before, so an id that is taken while its work is still due belongs to
   * somebody else's event. What can be published is; where nothing can, the work fails visibly.
   */
  private async unpublished(lease: Lease, events: readonly OwedEvent[]): Promise<OwedEvent[]> {
    const free: OwedEvent[] = [];
    for (const event of events) {
      const { kind } = await this.options.reader.fate(lease, event.id);
      if (kind === 'unknown') free.push(event);
    }
    const [first] = events;
    if (free.length > 0 || !first) return free;
    throw new Error(`the id ${first.id} is taken by another event, and its work is still due`);
  }

  /** Where even this fails, the lease runs out by itself. */
  private async settle(lease: Lease, error: unknown, stop: AbortSignal): Promise<Outcome> {
    if (error instanceof LeaseLost) return 'lost';
    const { queue, logger } = this.options;
    try {
      if (stop.aborted) {
        await queue.extend(lease, 0);
        return 'released';
      }
      logger.warn({ err: error, ...lease }, 'a piece of work failed');
      const detail = error instanceof Error ? error.message : String(error);
      await queue.fail(lease, detail, ...retry(lease, error));
    } catch (cause) {
      logger.error({ err: cause, ...lease }, 'a lease could not be settled');
    }
    return 'failed';
  }
}

function retry({ failures }: Lease, error: unknown): [delaySeconds: number, failedFrom: number] {
  if (!(error instanceof SummarizerError)) return [retryDelaySeconds(failures, null), FAILED_FROM];
  if (!error.retryable) return [HOPELESS_DELAY_SECONDS, 1];
  return [retryDelaySeconds(failures, error.retryAfterMs), FAILED_FROM];
}
