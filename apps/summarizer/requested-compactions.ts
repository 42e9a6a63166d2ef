import type { Mechanism } from '@verbatim/conversation';
import type { CompactionRequests, ConversationReader, Lease, WorkQueue } from '@verbatim/conversation-store';
import type { LogPosition } from '@verbatim/event-log';
import type { EventPublisher } from './event-publisher';
import type { LeasedWork } from './leased-work';
import type { OwedEvent, OwedWork } from './owed-work';
import type { TiersWork } from './tiers-work';

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

/** One step of the tiers for one request, whatever its lease is called; none where a lease before it published one. */
export function requestedWorks(
  requests: Pick<CompactionRequests, 'asked' | 'done'>,
  tiers: Pick<TiersWork, 'prepareDemanded'>,
  reader: Pick<ConversationReader, 'fate'>,
): Readonly<Record<Mechanism, OwedWork>> {
  const work: OwedWork = {
    prepare: async (lease, signal) => {
      const { what, event } = await requests.asked(lease);
      if (event === null || (await reader.fate(lease, event)).kind === 'unknown') {
        return tiers.prepareDemanded(lease, what, signal);
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
