import { PartitionHalted, type PartitionConsumer, type PartitionRange } from '../../event-log';

/** The claims of one consumer; those that lead to what the log does not have, or nobody can read, halt their partition. */
export class CheckedClaims {
  private readonly unreadable = new Map<number, { offset: number; reason: string }>();

  constructor(
    private readonly consumer: PartitionConsumer,
    private readonly rangeOf: (partition: number) => Promise<PartitionRange>,
  ) {}

  markUnreadable(partition: number, offset: number, why: string): void {
    const reason = `what the log has from ${offset} on cannot be read: ${why}`;
    this.unreadable.set(partition, { offset, reason });
  }

  /** Halts only for what holds twice: an earlier owner may have gone on while the range was on its way. */
  async claim(range: PartitionRange): Promise<{ nextOffset: number }> {
    try {
      return await this.checked(range);
    } catch (error) {
      if (!(error instanceof PartitionHalted)) throw error;
    }
    return this.checked(await this.rangeOf(range.partition));
  }

  private async checked(range: PartitionRange): Promise<{ nextOffset: number }> {
    const { topic, partition, low, high } = range;
    const claimed = await this.consumer.claim(range);
    const { nextOffset } = claimed;
    if (nextOffset < low || nextOffset > high) {
      const reason = `the next record is ${nextOffset}, but the log begins at ${low} and ends at ${high}`;
      throw new PartitionHalted(topic, partition, reason);
    }
    const unreadable = this.unreadable.get(partition);
    if (unreadable && nextOffset <= unreadable.offset) {
      throw new PartitionHalted(topic, partition, unreadable.reason);
    }
    return claimed;
  }
}
