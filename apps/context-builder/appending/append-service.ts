import { VerbatimError, type Limits } from '@verbatim/conversation';
import type { ConversationKey } from '@verbatim/conversation-store';
import { readBatch } from '@verbatim/formats';
import { parseAppendRequest, refuseLongBatch } from './append-request';
import { checkEvent, type OutgoingEvent } from './check-event';
import type { EventIds } from './event-ids';
import type { EventPublisher, Published } from './event-publisher';
import { messageEvents, type NamedEvent } from './message-events';
import { producedEvents } from './produced-events';

/** Takes producers' events into the log: a batch whole or not at all, an error names its `index` (SPEC 9). */
export class AppendService {
  constructor(
    private readonly publisher: EventPublisher,
    private readonly limits: Limits,
  ) {}

  /** @param bodyText see `appendRequestSchema` */
  async appendMessages(key: ConversationKey, bodyText: string, idOf: EventIds): Promise<Published> {
    const request = parseAppendRequest(bodyText, this.limits);
    const events = messageEvents(key, request, idOf, new Date());
    return this.publisher.publish(this.checked(events));
  }

  /** @param bodyText one CloudEvent or, as `contentType` says, a list of them */
  async appendEvents(
    tenant: string,
    body: { readonly text: string; readonly contentType: string },
    idOf: EventIds,
  ): Promise<Published> {
    const texts = readBatch(body.text, body.contentType);
    refuseLongBatch('events', texts.length, this.limits.batch);
    if (texts.length === 0) throw new VerbatimError('request-invalid', 'the batch has no events');
    const events = this.checked(producedEvents(texts, tenant, idOf));
    events.forEach((event, index) => {
      if (event.tenant === tenant) return;
      const detail = `events[${index}]: its tenant ${event.tenant} is not the request's, ${tenant}`;
      throw new VerbatimError('tenant-forbidden', detail, { index });
    });
    return this.publisher.publish(events);
  }

  private checked(events: readonly NamedEvent[]): OutgoingEvent[] {
    return events.map(({ text, ...named }) =>
      checkEvent(text, { ...named, limits: this.limits, by: 'producer' }),
    );
  }
}
