import { isOwnType } from '@verbatim/conversation';
import { conversationKey, type ConversationReader } from '@verbatim/conversation-store';
import {
  CONVERSATION_EVENTS,
  recordKey,
  type EventLog,
  type LogPosition,
  type OutgoingRecord,
  type SigningKeys,
} from '@verbatim/event-log';
import type { Acknowledgements, AppendedRecord } from '../freshness/acknowledgements';
import type { OutgoingEvent } from './check-event';
import { encodeCursor } from './cursor';

/** The 202 answer of what is published. */
export interface Published {
  readonly events: readonly { readonly id: string }[];
  /** Waited for with `after`. */
  readonly cursor: string;
}

/** Puts events into the log, each conversation's into the partition it lives in, and signs those that no producer may send. */
export class EventPublisher {
  constructor(
    private readonly log: EventLog,
    private readonly reader: ConversationReader,
    private readonly keys: SigningKeys,
    private readonly acknowledgements: Pick<Acknowledgements, 'note'>,
  ) {}

  /** One append. Throws VerbatimError `log-unavailable`; RangeError where there are no events. */
  async publish(events: readonly OutgoingEvent[]): Promise<Published> {
    const keys = new Map(events.map((event) => [conversationKey(event), event]));
    const partitions = await this.reader.partitionsOf([...keys.values()], CONVERSATION_EVENTS);
    const records = events.map((event) => this.recordOf(event, partitions.get(conversationKey(event))));
    const positions = await this.log.append(CONVERSATION_EVENTS, records);
    await this.acknowledgements.note(appendedRecords(events, positions));
    return { events: events.map(({ id }) => ({ id })), cursor: encodeCursor(positions) };
  }

  private recordOf(event: OutgoingEvent, partition: number | undefined): OutgoingRecord {
    const record = {
      key: recordKey(event.tenant, event.conversation),
      value: Buffer.from(event.text),
      ...(partition === undefined ? {} : { partition }),
    };
    return isOwnType(event.type) ? this.keys.sign(record) : record;
  }
}

/** Positions come in the order of the events. */
function appendedRecords(
  events: readonly OutgoingEvent[],
  positions: readonly LogPosition[],
): AppendedRecord[] {
  return events.flatMap((key, index) => {
    const position = positions[index];
    return position === undefined ? [] : [{ key, position }];
  });
}
