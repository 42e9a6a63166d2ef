import { endBehind, rangeOf, type ConversationReader } from '@verbatim/conversation-store';
import type { EventLog, LogPosition } from '@verbatim/event-log';

const LOOK_MS = 1000;

interface Look {
  readonly at: number;
  isDone: boolean;
  readonly end: Promise<number | null>;
}

/**
 * Whether a projector's position is one of the log as it is. Of a topic that was cut, or made again, it may be beyond the
 * end: the projector halts there, and what producers append meanwhile lies before its position without being projected.
 * Each partition is looked at once in a second. While the log does not answer, the position is believed.
 */
export class ProjectorStanding {
  private readonly looks = new Map<string, Look>();

  /** `group` is that of the projectors. */
  constructor(
    private readonly reader: Pick<ConversationReader, 'hasPassed'>,
    private readonly log: Pick<EventLog, 'partitions'>,
    private readonly group: string,
  ) {}

  /** Of a record that the group's position has passed: whether this log may hold it, and the projector does not know. */
  async overlooks(record: LogPosition): Promise<boolean> {
    const end = await within(this.lookAt(record));
    // What lies beyond the end was in the log before, and was projected from there.
    return end !== null && record.offset < end;
  }

  private lookAt(place: LogPosition): Look {
    const name = `${place.topic}/${place.partition}`;
    const known = this.looks.get(name);
    if (known && (!known.isDone || Date.now() - known.at < LOOK_MS)) return known;
    const end = this.endBehind(place).catch(() => null);
    const look: Look = { at: Date.now(), isDone: false, end };
    void end.then(() => (look.isDone = true));
    this.looks.set(name, look);
    return look;
  }

  private async endBehind(place: LogPosition): Promise<number | null> {
    const { high } = await rangeOf(this.log, place);
    return endBehind(this.reader, this.log, this.group, { ...place, offset: high });
  }
}

/** Null where the look takes longer than a second, which a log that is frozen does. */
async function within({ at, end }: Look): Promise<number | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), Math.max(0, at + LOOK_MS - Date.now()));
  });
  const found = await Promise.race([end, late]);
  clearTimeout(timer);
  return found;
}
