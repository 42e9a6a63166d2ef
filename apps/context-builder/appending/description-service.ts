import type { Limits } from '@verbatim/conversation';
import type { ConversationKey } from '@verbatim/conversation-store';
import { checkEvent } from './check-event';
import type { DescriptionRequest } from './description-request';
import type { EventIds } from './event-ids';
import type { EventPublisher, Published } from './event-publisher';
import { writeApiEvent } from './write-api-event';

/** Gives conversations a title, a user and metadata, also before their first message. */
export class DescriptionService {
  constructor(
    private readonly publisher: EventPublisher,
    private readonly limits: Limits,
  ) {}

  /** @throws VerbatimError `event-invalid`, `too-large` */
  describe(key: ConversationKey, description: DescriptionRequest, idOf: EventIds): Promise<Published> {
    const text = writeApiEvent(key, {
      id: idOf(0),
      type: 'ConversationDescribed',
      dataText: JSON.stringify(description),
      time: new Date(),
    });
    return this.publisher.publish([
      checkEvent(text, { limits: this.limits, by: 'producer', name: 'request' }),
    ]);
  }
}
