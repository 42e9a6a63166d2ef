import { setTimeout as sleep } from 'node:timers/promises';
import type { ConversationKey } from '@verbatim/conversation-store';
import { CONVERSATION_EVENTS, type EventLog } from '@verbatim/event-log';
import { LONGEST_WAIT_MS, pauses } from '../serving/pauses';
import type { Acknowledged } from './acknowledged-appends';
import { LogEnds } from './log-ends';
import { isBehind, lostByTheLog, notWaited, standsStill, type Missing } from './missing';
import { Outstanding, type OutstandingOptions } from './outstanding';
import { Stalls } from './stalls';
import type { WaitingPlaces } from './waiting-places';

/** After that long it is looked whether the log still holds what is waited for. */
const LOOK_AT_LOG_MS = 1000;

export interface AcknowledgedWaitOptions extends OutstandingOptions {
  readonly log: Pick<EventLog, 'partitions'>;
  readonly places: WaitingPlaces;
  /** How long a projector's position may stand still before it is no longer waited for. */
  readonly patienceMs: number;
}

/** Lets a context wait until the projection holds what was acknowledged of its conversation before it was asked for. */
export class AcknowledgedWait {
  private readonly stalls: Stalls;

  constructor(private readonly options: AcknowledgedWaitOptions) {
    this.stalls = new Stalls(options.patienceMs);
  }

  /**
   * Null once the projectors have passed all of it, whatever became of it there. Where they stand still, what may be
   * missing: after the patience, and at once from then on until they move.
   * @throws VerbatimError `projection-behind` where they move and are not there after ten seconds; Overloaded
   */
  async wait(key: ConversationKey): Promise<Missing | null> {
    const outstanding = this.outstanding(key);
    if (outstanding.isEmpty) return null;
    const { open, isStalled } = await outstanding.look();
    if (open.length === 0) return null;
    if (isStalled) return standsStill(open);
    return this.options.places.hold(() => this.waitFor(key, outstanding));
  }

  /** Looks once and does not wait. */
  async missing(key: ConversationKey): Promise<Missing | null> {
    const outstanding = this.outstanding(key);
    if (outstanding.isEmpty) return null;
    const { open } = await outstanding.look();
    return open.length === 0 ? null : notWaited(open);
  }

  private outstanding(key: ConversationKey): Outstanding {
    return new Outstanding(this.options, this.stalls, key);
  }

  private async waitFor(key: ConversationKey, outstanding: Outstanding): Promise<Missing | null> {
    const ends = new LogEnds(this.options.log, CONVERSATION_EVENTS);
    const begin = Date.now();
    for (const pause of pauses()) {
      await sleep(pause);
      const { open, isStalled } = await outstanding.look();
      if (open.length === 0) return null;
      const waited = Date.now() - begin;
      if (waited > LOOK_AT_LOG_MS && areLost(open, ends)) {
        outstanding.forget(open);
        return lostByTheLog(open);
      }
      if (isStalled) return standsStill(open);
      if (waited > LONGEST_WAIT_MS) throw isBehind(key, open);
    }
    return null;
  }
}

/** Whether the log ends before all of them: it was cut, or made again. */
function areLost(open: readonly Acknowledged[], ends: LogEnds): boolean {
  const ranges = ends.get();
  if (ranges === null) return false;
  const endOf = (partition: number) => ranges.find((each) => each.partition === partition)?.high ?? 0;
  return open.every(({ partition, last }) => last >= endOf(partition));
}
