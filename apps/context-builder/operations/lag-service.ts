import type { OperationsReader, StoredPosition, WorkQueue } from '@verbatim/conversation-store';
import { CONVERSATION_EVENTS, type EventLog, type PartitionRange } from '@verbatim/event-log';
import type { Lag, PartitionLag } from './lag';

export interface LagServiceOptions {
  /** The projectors'. */
  readonly group: string;
  readonly log: Pick<EventLog, 'identity' | 'partitions'>;
  readonly operations: Pick<OperationsReader, 'positions'>;
  readonly queue: Pick<WorkQueue, 'figures'>;
}

/** How far projection and reduction are behind. */
export class LagService {
  constructor(private readonly options: LagServiceOptions) {}

  /** Throws VerbatimError `log-unavailable`. */
  async lag(): Promise<Lag> {
    const { log, group, operations, queue } = this.options;
    // Before the log's ranges: a position read later could be beyond them.
    const positions = await operations.positions(group, CONVERSATION_EVENTS);
    const [identity, ranges] = [await log.identity(), await log.partitions(CONVERSATION_EVENTS)];
    const numbers = new Set([...ranges, ...positions].map(({ partition }) => partition));
    const partitions = [...numbers]
      .toSorted((a, b) => a - b)
      .map((partition) => {
        const range = ranges.find((each) => each.partition === partition);
        const position = positions.find((each) => each.partition === partition);
        return partitionLag(partition, range, position, identity);
      });
    const sum = (figure: 'lag' | 'applied' | 'duplicates') =>
      partitions.reduce((total, each) => total + each[figure], 0);
    const totals = { lag: sum('lag'), applied: sum('applied'), duplicates: sum('duplicates') };
    return { topic: CONVERSATION_EVENTS, partitions, totals, work: await queue.figures() };
  }
}

function partitionLag(
  partition: number,
  range: PartitionRange | undefined,
  position: StoredPosition | undefined,
  identity: string,
): PartitionLag {
  const next = position?.nextOffset ?? null;
  return {
    partition,
    next,
    low: range?.low ?? null,
    high: range?.high ?? null,
    lag: range ? lagBehind(range, next ?? 0) : 0,
    owner: position?.owner ?? null,
    movedAt: position?.movedAt.toISOString() ?? null,
    idleSeconds: position?.idleSeconds ?? null,
    applied: position?.applied ?? 0,
    duplicates: position?.duplicates ?? 0,
    fault: position ? faultOf(position, range, identity) : null,
  };
}

/** Of a log that ends before the position, which was cut or made again, nothing was read. */
function lagBehind({ low, high }: PartitionRange, next: number): number {
  return high - (next > high ? low : Math.max(next, low));
}

/** What a claim halts at (libs/conversation-store, `claim`), as far as it can be told from outside. */
function faultOf(
  { partition, nextOffset, logIdentity }: StoredPosition,
  range: PartitionRange | undefined,
  identity: string,
): PartitionLag['fault'] {
  if (logIdentity !== identity) {
    return {
      code: 'other-log',
      detail: `its position belongs to the log ${logIdentity}, this is ${identity}`,
    };
  }
  if (!range) return { code: 'no-such-partition', detail: `the topic has no partition ${partition}` };
  const { low, high } = range;
  if (nextOffset < low) {
    return { code: 'records-lost', detail: `${nextOffset} is next, but the log keeps none before ${low}` };
  }
  if (nextOffset > high)
    return { code: 'log-cut', detail: `${nextOffset} is next, but the log ends at ${high}` };
  return null;
}
