import { VerbatimError } from '@verbatim/conversation';
import type { ConversationKey, ConversationReader } from '@verbatim/conversation-store';
import { CONVERSATION_EVENTS, type EventLog, type PartitionRange } from '@verbatim/event-log';
import type { Cursor } from '../appending/cursor';
import { LogEnds } from '../freshness/log-ends';
import type { ProjectorStanding } from './projector-standing';

/** What is waited for shorter than this is taken to be on its way: a producer may send a little later than it says so. */
const ON_ITS_WAY_MS = 1000;

export interface AbsenceOptions {
  readonly reader: Pick<ConversationReader, 'fate' | 'nextOffsets'>;
  readonly log: Pick<EventLog, 'partitions'>;
  /** The projectors' consumer group. */
  readonly group: string;
  readonly standing: Pick<ProjectorStanding, 'overlooks'>;
}

/** Tells what never comes from what is on its way, by one look at where the log ended while it was waited for. */
export class Absence {
  private readonly since = Date.now();
  private readonly ends: LogEnds;

  constructor(private readonly options: AbsenceOptions) {
    this.ends = new LogEnds(options.log, CONVERSATION_EVENTS);
  }

  /** @throws VerbatimError `event-unknown` once all that the log held is projected, and the event is not among it */
  async refuseUnknownEvent(key: ConversationKey, id: string): Promise<void> {
    const ends = this.look();
    if (ends === null || !(await this.areProjected(ends))) return;
    const fate = await this.options.reader.fate(key, id);
    if (fate.kind !== 'unknown') return;
    throw new VerbatimError('event-unknown', unknownEvent(key, id), { event: id });
  }

  /** @throws VerbatimError `cursor-unknown` where the log has no such place */
  refuseUnknownCursor(text: string, { topic, spans }: Cursor): void {
    if (topic !== CONVERSATION_EVENTS)
      throw unknownCursor(text, `${topic} is not the topic of conversations`);
    const ends = this.look();
    if (ends === null) return;
    for (const { partition, last } of spans) {
      const range = ends.find((each) => each.partition === partition);
      if (range === undefined) throw unknownCursor(text, `the log has no partition ${partition}`);
      if (last >= range.high) throw unknownCursor(text, `partition ${partition} ends before ${range.high}`);
    }
  }

  private look(): readonly PartitionRange[] | null {
    return Date.now() - this.since < ON_ITS_WAY_MS ? null : this.ends.get();
  }

  /** Any partition may hold an event: who published it may have chosen another one than its conversation's. */
  private async areProjected(ends: readonly PartitionRange[]): Promise<boolean> {
    const { reader, group, standing } = this.options;
    const filled = ends.filter(({ low, high }) => low < high);
    const partitions = filled.map(({ partition }) => partition);
    const next = await reader.nextOffsets(group, CONVERSATION_EVENTS, partitions);
    for (const { partition, high } of filled) {
      if ((next.get(partition) ?? 0) < high) return false;
      if (await standing.overlooks({ topic: CONVERSATION_EVENTS, partition, offset: high - 1 })) return false;
    }
    return true;
  }
}

function unknownEvent({ conversation }: ConversationKey, id: string): string {
  if (id.startsWith('log:'))
    return `${id} is no cursor, and no event of conversation ${conversation}: give the cursor exactly as the append answered it`;
  return (
    `no event ${id} was published to conversation ${conversation}: check both ids, ` +
    'or give the cursor that the append answered'
  );
}

function unknownCursor(cursor: string, reason: string): VerbatimError {
  const message = `${cursor} is no cursor of this log: ${reason}; give the cursor that the append answered`;
  return new VerbatimError('cursor-unknown', message, { after: cursor });
}
