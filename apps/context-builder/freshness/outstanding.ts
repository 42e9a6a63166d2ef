import type { ConversationKey, ConversationReader } from '@verbatim/conversation-store';
import { CONVERSATION_EVENTS } from '@verbatim/event-log';
import type { ProjectorStanding } from '../serving/projector-standing';
import type { Acknowledged, AcknowledgedAppends } from './acknowledged-appends';
import type { Stalls } from './stalls';

export interface OutstandingOptions {
  readonly acknowledged: AcknowledgedAppends;
  readonly reader: Pick<ConversationReader, 'nextOffsets'>;
  /** The projectors' consumer group. */
  readonly group: string;
  readonly standing: Pick<ProjectorStanding, 'overlooks'>;
}

/** What one look at the projectors' positions found. */
export interface Look {
  /** Appends that they have not passed. */
  readonly open: readonly Acknowledged[];
  /** One of their partitions has stood still for longer than anybody waits. */
  readonly isStalled: boolean;
}

/** The appends that one context waits for: those on record when it was asked for, and none that comes later. */
export class Outstanding {
  private appends: readonly Acknowledged[];
  /** Partitions whose position was seen before an append: what comes past it there is of this log. */
  private readonly awaited = new Set<number>();

  constructor(
    private readonly options: OutstandingOptions,
    private readonly stalls: Stalls,
    private readonly key: ConversationKey,
  ) {
    this.appends = options.acknowledged.of(key);
  }

  get isEmpty(): boolean {
    return this.appends.length === 0;
  }

  /** Forgets what the projectors have passed. */
  async look(): Promise<Look> {
    const { reader, group } = this.options;
    const partitions = [...new Set(this.appends.map(({ partition }) => partition))];
    const next = await reader.nextOffsets(group, CONVERSATION_EVENTS, partitions);
    const open: Acknowledged[] = [];
    for (const each of this.appends) {
      if (!(await this.isPassed(each, next.get(each.partition) ?? 0))) open.push(each);
    }
    this.forget(this.appends.filter((each) => !open.includes(each)));
    const stalled = [...new Set(open.map(({ partition }) => partition))].filter((partition) =>
      this.stalls.isStalled(partition, next.get(partition) ?? 0),
    );
    return { open, isStalled: stalled.length > 0 };
  }

  forget(appends: readonly Acknowledged[]): void {
    this.options.acknowledged.forget(this.key, appends);
    this.appends = this.appends.filter((each) => !appends.includes(each));
  }

  private async isPassed({ partition, last: offset }: Acknowledged, next: number): Promise<boolean> {
    if (next <= offset) {
      this.awaited.add(partition);
      return false;
    }
    if (this.awaited.has(partition)) return true;
    return !(await this.options.standing.overlooks({ topic: CONVERSATION_EVENTS, partition, offset }));
  }
}
