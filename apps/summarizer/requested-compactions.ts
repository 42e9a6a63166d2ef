import { whyNothingToCompact, type CompactionDemand, type Mechanism } from '@verbatim/conversation';
import type { CompactionRequests, ConversationReader, Lease, WorkQueue } from '@verbatim/conversation-store';
import type { LogPosition } from '@verbatim/event-log';
import type { HistoryWork, OwedEvent, OwedWork, Result, TiersWork } from '@verbatim/owed-work';
import type { EventPublisher } from './event-publisher';
import type { LeasedWork } from './leased-work';

/** What operators ask for goes before what is due. */
export class RequestedFirst {
  private readonly requested = new WeakSet<Lease>();

  constructor(
    private readonly requests: { readonly queue: Pick<WorkQueue, 'lease'>; readonly work: LeasedWork },
    private readonly due: { readonly queue: Pick<WorkQueue, 'lease'>; readonly work: LeasedWork },
  ) {}

  async lease(...wanted: Parameters<WorkQueue['lease']>): Promise<Lease[]> {
    const requested = await this.requests.queue.lease(...wanted);
    for (const lease of requested) this.requested.add(lease);
    return requested.length > 0 ? requested : this.due.queue.lease(...wanted);
  }

  perform(lease: Lease, stop: AbortSignal): Promise<void> {
    const { work } = this.requested.has(lease) ? this.requests : this.due;
    return work.perform(lease, stop);
  }
}

export interface RequestedWork {
  readonly requests: Pick<CompactionRequests, 'asked' | 'done' | 'nothing'>;
  readonly tiers: Pick<TiersWork, 'prepareDemanded'>;
  readonly history: Pick<HistoryWork, 'prepareDemanded'>;
  readonly reader: Pick<ConversationReader, 'fate' | 'decide'>;
}

/** One step for one request, whatever its lease is called; none where a lease before it published one. */
export function requestedWorks({
  requests,
  tiers,
  history,
  reader,
}: RequestedWork): Readonly<Record<Mechanism, OwedWork>> {
  const demanded = async (
    lease: Lease,
    what: CompactionDemand | null,
    signal: AbortSignal,
  ): Promise<Result> => {
    if (what === 'checkpoint') return history.prepareDemanded(lease, signal);
    const step = await tiers.prepareDemanded(lease, what, signal);
    return step.kind === 'nothing-due' && what === null ? history.prepareDemanded(lease, signal) : step;
  };
  const work: OwedWork = {
    prepare: async (lease, signal) => {
      const { what, event } = await requests.asked(lease);
      if (event === null || (await reader.fate(lease, event)).kind === 'unknown') {
        const result = await demanded(lease, what, signal);
        if (result.kind === 'nothing-due') {
          const why = await reader.decide(lease, (ws) => whyNothingToCompact(ws, what));
          await requests.nothing(lease, why ?? 'there is no such conversation');
        }
        return result;
      }
      await requests.done(lease, event);
      return { kind: 'nothing-due', position: 0 };
    },
  };
  return { history: work, 'tool-results': work, 'tool-compaction': work };
}

/** Says at the request what it is about to lead to, and what it led to once that is in the log. */
export class AnsweringPublisher implements Pick<EventPublisher, 'publish'> {
  constructor(
    private readonly publisher: Pick<EventPublisher, 'publish'>,
    private readonly requests: Pick<CompactionRequests, 'intend' | 'done'>,
  ) {}

  async publish(lease: Lease, partition: number, events: readonly OwedEvent[]): Promise<LogPosition | null> {
    const [first] = events;
    if (first) await this.requests.intend(lease, first.id);
    const position = await this.publisher.publish(lease, partition, events);
    if (first) await this.requests.done(lease, first.id);
    return position;
  }
}
