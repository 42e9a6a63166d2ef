import { setTimeout as sleep } from 'node:timers/promises';
import { endBehind, rangeOf, type ConversationReader, type Lease } from '@verbatim/conversation-store';
import { CONVERSATION_EVENTS, type EventLog, type LogPosition } from '@verbatim/event-log';

const GRACE_MS = 1_000;
const LOOK_EVERY_MS = 25;
const MOST_REMEMBERED = 10_000;

/**
 * Keeps work from being done twice while its event waits in the log: the lease that is asked about may follow one whose
 * worker published, and only the projector knows. Work passes once the projector has passed all that the partition held
 * when the work was first asked about. Where the log was cut or made again, no work passes before the projector goes on,
 * and what the old one held is not waited for.
 */
export class ProjectionGate {
  private readonly awaited = new Map<string, LogPosition>();

  constructor(
    private readonly reader: Pick<ConversationReader, 'hasPassed'>,
    private readonly log: Pick<EventLog, 'partitions'>,
    private readonly group: string,
    private readonly graceMs = GRACE_MS,
  ) {}

  /** The work's event is in the log now: until it is projected the work does not pass. */
  published(lease: Lease, position: LogPosition): void {
    this.remember(nameOf(lease), position);
  }

  /** Waits a little; false where the projector is further behind. */
  async passes(lease: Lease, partition: number, signal: AbortSignal): Promise<boolean> {
    const name = nameOf(lease);
    const place = { topic: CONVERSATION_EVENTS, partition };
    const { low, high } = await rangeOf(this.log, place);
    const end = { ...place, offset: high };
    if ((await endBehind(this.reader, this.log, this.group, end)) !== null) return false;
    const offset = Math.min(this.awaited.get(name)?.offset ?? high - 1, high - 1);
    const position = { ...place, offset };
    if (offset >= low && !(await this.waitFor(position, signal))) {
      this.remember(name, position);
      return false;
    }
    this.awaited.delete(name);
    return true;
  }

  private async waitFor(position: LogPosition, signal: AbortSignal): Promise<boolean> {
    for (let left = this.graceMs; ; left -= LOOK_EVERY_MS) {
      signal.throwIfAborted();
      if (await this.reader.hasPassed(this.group, position)) return true;
      if (left <= 0) return false;
      await sleep(LOOK_EVERY_MS);
    }
  }

  private remember(name: string, position: LogPosition): void {
    this.awaited.delete(name);
    this.awaited.set(name, position);
    const [oldest] = this.awaited.keys();
    if (this.awaited.size > MOST_REMEMBERED && oldest !== undefined) this.awaited.delete(oldest);
  }
}

function nameOf({ tenant, conversation, mechanism }: Lease): string {
  return JSON.stringify([tenant, conversation, mechanism]);
}
