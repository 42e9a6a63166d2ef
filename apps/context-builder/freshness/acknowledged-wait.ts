import { setTimeout as sleep } from 'node:timers/promises';
import { VerbatimError } from '@verbatim/conversation';
import type { ConversationKey, ConversationReader } from '@verbatim/conversation-store';
import { CONVERSATION_EVENTS, type EventLog } from '@verbatim/event-log';
import type { ProjectorStanding } from '../serving/projector-standing';
import { LONGEST_WAIT_MS, pauses } from '../serving/pauses';
import type { Acknowledged, AcknowledgedAppends } from './acknowledged-appends';
import { LogEnds } from './log-ends';
import { Stalls } from './stalls';
import type { WaitingPlaces } from './waiting-places';

/** After that long it is looked whether the log still holds what is waited for. */
const LOOK_AT_LOG_MS = 1000;

export interface AcknowledgedWaitOptions {
  readonly acknowledged: AcknowledgedAppends;
  readonly reader: Pick<ConversationReader, 'nextOffsets'>;
  readonly log: Pick<EventLog, 'partitions'>;
  /** The projectors' consumer group. */
  readonly group: string;
  readonly standing: Pick<ProjectorStanding, 'overlooks'>;
  readonly places: WaitingPlaces;
  /** How long a projector's position may stand still before it is no longer waited for. */
  readonly patienceMs: number;
}

/** Something that a context may lack. */
export interface Missing {
  readonly code: 'not-waited' | 'projection-behind';
  readonly detail: string;
}

/** Lets a context wait until the projection holds what was acknowledged of its conversation before it was asked for. */
export class AcknowledgedWait {
  private readonly stalls: Stalls;

  constructor(private readonly options: AcknowledgedWaitOptions) {
    this.stalls = new Stalls(options.patienceMs);
  }

  /**
   * Null once the projection has passed all of it, whatever became of it there. Where the projectors stand still, what
   * may be missing, after the patience and at once from then on.
   * @throws VerbatimError `projection-behind` where they move and are not there after ten seconds; Overloaded
   */
  async wait(key: ConversationKey): Promise<Missing | null> {
    const appends = this.options.acknowledged.of(key);
    if (appends.length === 0) return null;
    const first = await this.look(key, appends, new Set());
    if (first.open.length === 0) return null;
    if (first.isStalled) return standsStill(first.open);
    return this.options.places.hold(() => this.waitFor(key, first.open));
  }

  /** Looks once and does not wait. */
  async missing(key: ConversationKey): Promise<Missing | null> {
    const appends = this.options.acknowledged.of(key);
    if (appends.length === 0) return null;
    const { open } = await this.look(key, appends, new Set());
    if (open.length === 0) return null;
    return { code: 'not-waited', detail: `${counted(open)} may be missing: \`after\` is "none"` };
  }

  private async waitFor(key: ConversationKey, appends: readonly Acknowledged[]): Promise<Missing | null> {
    const awaited = new Set(appends.map(({ partition }) => partition));
    const ends = new LogEnds(this.options.log, CONVERSATION_EVENTS);
    const begin = Date.now();
    for (const pause of pauses()) {
      await sleep(pause);
      const { open, isStalled } = await this.look(key, appends, awaited);
      if (open.length === 0) return null;
      if (Date.now() - begin > LOOK_AT_LOG_MS && isLost(ends, open)) {
        this.options.acknowledged.forget(key, open);
        return { code: 'projection-behind', detail: `${counted(open)} are not in the log any more` };
      }
      if (isStalled) return standsStill(open);
      if (Date.now() - begin > LONGEST_WAIT_MS) throw behind(key, open);
    }
    return null;
  }

  /** `awaited` are partitions whose position was seen before these records: what comes past them is of this log. */
  private async look(
    key: ConversationKey,
    appends: readonly Acknowledged[],
    awaited: ReadonlySet<number>,
  ): Promise<{ open: readonly Acknowledged[]; isStalled: boolean }> {
    const { reader, group, standing, acknowledged } = this.options;
    const partitions = [...new Set(appends.map(({ partition }) => partition))];
    const next = await reader.nextOffsets(group, CONVERSATION_EVENTS, partitions);
    const open: Acknowledged[] = [];
    for (const each of appends) {
      const { partition, last: offset } = each;
      const isBefore = offset < (next.get(partition) ?? 0);
      const isPassed =
        isBefore &&
        (awaited.has(partition) ||
          !(await standing.overlooks({ topic: CONVERSATION_EVENTS, partition, offset })));
      if (!isPassed) open.push(each);
    }
    acknowledged.forget(
      key,
      appends.filter((each) => !open.includes(each)),
    );
    const stalled = partitions.filter(
      (partition) =>
        open.some((each) => each.partition === partition) &&
        this.stalls.isStalled(partition, next.get(partition) ?? 0),
    );
    return { open, isStalled: stalled.length > 0 };
  }
}

/** Whether the log ends before all of them: it was cut, or made again. */
function isLost(ends: LogEnds, open: readonly Acknowledged[]): boolean {
  const ranges = ends.get();
  if (ranges === null) return false;
  const endOf = (partition: number) => ranges.find((each) => each.partition === partition)?.high ?? 0;
  return open.every(({ partition, last }) => last >= endOf(partition));
}

/** A conversation of which nothing is in the projection, though something of it was acknowledged. */
export function nothingYet({ conversation }: ConversationKey, { detail }: Missing): VerbatimError {
  const message = `nothing of conversation ${conversation} is in the projection yet: ${detail}; ask again`;
  return new VerbatimError('projection-behind', message, { conversation });
}

function behind({ conversation }: ConversationKey, open: readonly Acknowledged[]): VerbatimError {
  const message = `${counted(open)} of conversation ${conversation} are not in the projection yet; ask again`;
  return new VerbatimError('projection-behind', message, { conversation });
}

function standsStill(open: readonly Acknowledged[]): Missing {
  return {
    code: 'projection-behind',
    detail: `${counted(open)} may be missing: the projector stands still`,
  };
}

function counted(open: readonly Acknowledged[]): string {
  const events = open.reduce((sum, each) => sum + each.events, 0);
  if (events === 0) return 'acknowledged events';
  return events === 1 ? '1 acknowledged event' : `${events} acknowledged events`;
}
