import { VerbatimError, type Limits } from '@verbatim/conversation';
import {
  recordOf,
  type ConversationKey,
  type ConversationReader,
  type ParkedConversation,
} from '@verbatim/conversation-store';
import { discardsOf } from '@verbatim/formats';
import { checkEvent } from '../appending/check-event';
import { encodeCursor } from '../appending/cursor';
import type { EventIds } from '../appending/event-ids';
import type { EventPublisher, Published } from '../appending/event-publisher';
import { writeApiEvent } from '../appending/write-api-event';
import { conversationNotFound } from '../reading/history-service';

export interface ParkedServiceOptions {
  readonly reader: ConversationReader;
  readonly publisher: EventPublisher;
  readonly limits: Limits;
}

/** Conversations that stopped at an event of a newer version, and the operator's way on without it. */
export class ParkedService {
  constructor(private readonly options: ParkedServiceOptions) {}

  list(tenant: string, after: string | null, limit: number): Promise<ParkedConversation[]> {
    return this.options.reader.parked(tenant, after, limit);
  }

  /**
   * Gives up the event that the conversation is parked at, where it is this one. An event that was given up before is
   * answered with the EventDiscarded that did it. @throws VerbatimError `conversation-not-found`, `conversation-not-parked`,
   * `event-not-parked`
   */
  async release(
    key: ConversationKey,
    { event, reason }: { readonly event: string; readonly reason: string },
    idOf: EventIds,
  ): Promise<Published> {
    const { publisher, limits } = this.options;
    const given = await this.discarded(key, event);
    if (given) return given;
    const { position } = await this.parkedAt(key, event);
    const dataText = JSON.stringify({ event, position, reason });
    const text = writeApiEvent(key, { id: idOf(0), type: 'EventDiscarded', dataText, time: new Date() });
    return publisher.publish([checkEvent(text, { limits, by: 'operator', name: 'request' })]);
  }

  private async parkedAt(key: ConversationKey, event: string): Promise<ParkedConversation> {
    const { reader } = this.options;
    const { conversation } = key;
    if ((await reader.head(key)) === null) throw conversationNotFound(key);
    const parked = await reader.parkedAt(key);
    if (parked === null) {
      throw new VerbatimError('conversation-not-parked', `${conversation} is not parked`, { conversation });
    }
    const { eventId, error } = parked;
    if (error.code !== 'event-version-unknown') {
      const detail = `${conversation} is not parked for event ${eventId}: ${error.code}: ${error.detail}`;
      throw new VerbatimError('event-not-parked', detail, { event: null });
    }
    if (event === eventId) return parked;
    const detail = `${conversation} is parked at event ${eventId}, not at ${event}`;
    throw new VerbatimError('event-not-parked', detail, { event: eventId });
  }

  private async discarded(key: ConversationKey, event: string): Promise<Published | null> {
    const all = await this.options.reader.discards(key, Number.MAX_SAFE_INTEGER);
    const id = discardsOf(all.map(recordOf)).get(event)?.by;
    const log = all.find(({ eventId }) => eventId === id)?.log;
    return id === undefined || !log ? null : { events: [{ id }], cursor: encodeCursor([log]) };
  }
}
