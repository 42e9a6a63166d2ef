import { conversationKey, type ConversationKey } from '@verbatim/conversation-store';
import type { Counter, Logger, Metrics } from '@verbatim/platform';

/** Conversations remembered, so that each is named once; the counter goes on beyond. */
const MOST_NAMED = 10_000;

/** Raises an alarm for conversations that come through more than one partition: order holds within one only. */
export class MixedPartitions {
  private readonly count: Counter;
  private readonly named = new Set<string>();

  constructor(
    metrics: Metrics,
    private readonly logger: Logger,
  ) {
    this.count = metrics.counter({
      name: 'projector_mixed_partitions_total',
      help: 'Times that a conversation came through another partition than before',
    });
  }

  observe(key: ConversationKey, partition: number): void {
    this.count.inc();
    const name = conversationKey(key);
    if (this.named.has(name) || this.named.size >= MOST_NAMED) return;
    this.named.add(name);
    this.logger.warn(
      { ...key, partition },
      'a conversation came through another partition than before: give all its producers the same key and partitioner (murmur2)',
    );
  }
}
