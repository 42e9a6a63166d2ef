import { eventDefinitions } from '@verbatim/conversation';
import type { ConversationKey } from '@verbatim/conversation-store';
import {
  CONVERSATION_EVENTS,
  recordKey,
  type EventLog,
  type LogPosition,
  type SigningKeys,
} from '@verbatim/event-log';
import { writeEvent } from '@verbatim/formats';
import type { OwedEvent } from '@verbatim/owed-work';

/** Signs events and appends them to the partition that the conversation lives in; answers the position of the last one. */
export class EventPublisher {
  constructor(
    private readonly log: EventLog,
    private readonly keys: SigningKeys,
  ) {}

  async publish(
    { tenant, conversation }: ConversationKey,
    partition: number,
    events: readonly OwedEvent[],
  ): Promise<LogPosition | null> {
    const time = new Date().toISOString();
    const records = events.map(({ type, id, data }) => {
      const text = writeEvent({
        id,
        source: 'verbatim/summarizer',
        type,
        subject: conversation,
        tenant,
        time,
        dataversion: eventDefinitions[type].version,
        dataText: JSON.stringify(data),
      });
      const record = { key: recordKey(tenant, conversation), value: Buffer.from(text), partition };
      return this.keys.sign(record);
    });
    const positions = await this.log.append(CONVERSATION_EVENTS, records);
    return positions.at(-1) ?? null;
  }
}
