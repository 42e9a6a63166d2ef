import {
  type Batch,
  type LogRecord,
  type PartitionConsumer,
  PartitionLost,
  type PartitionRange,
} from '../event-log';

/** What the consumers of one group keep in their database: positions, epochs, and what they handled. */
export class GroupLedger {
  /** In the order in which they were stored. */
  readonly handled: LogRecord[] = [];
  readonly batchSizes: number[] = [];
  readonly claims: PartitionRange[] = [];
  /** Partitions that were ever in the hands of two at once. */
  readonly overlaps = new Set<number>();
  private readonly positions = new Map<number, number>();
  private readonly epochs = new Map<number, number>();
  private readonly inHand = new Set<number>();

  /** A member of the group. `beforeStoring` sees each batch first; what it throws, `handle` throws. */
  consumer(beforeStoring: (batch: Batch) => void | Promise<void> = () => undefined): PartitionConsumer {
    const claimed = new Map<number, number>();
    return {
      claim: async (range) => {
        this.claims.push(range);
        const epoch = (this.epochs.get(range.partition) ?? 0) + 1;
        this.epochs.set(range.partition, epoch);
        claimed.set(range.partition, epoch);
        return { nextOffset: this.positions.get(range.partition) ?? 0 };
      },
      handle: async (batch) => {
        const { partition } = batch;
        if (this.inHand.has(partition)) this.overlaps.add(partition);
        this.inHand.add(partition);
        try {
          await beforeStoring(batch);
          if (claimed.get(partition) !== this.epochs.get(partition)) {
            throw new PartitionLost(batch.topic, partition);
          }
          this.store(batch);
        } finally {
          this.inHand.delete(partition);
        }
      },
    };
  }

  startAt(partition: number, nextOffset: number): void {
    this.positions.set(partition, nextOffset);
  }

  offsets(partition: number): number[] {
    return this.handled.filter((record) => record.partition === partition).map(({ offset }) => offset);
  }

  private store(batch: Batch): void {
    this.handled.push(...batch.records);
    this.batchSizes.push(batch.records.length);
    this.positions.set(batch.partition, batch.nextOffset);
  }
}
