import type { OutgoingRecord } from './event-log';
import { partitionOf } from './partitioner';

/** The partition a record goes to: its own, or the one of its key. Throws RangeError for one the topic has not. */
export function routeRecord(record: OutgoingRecord, topic: { name: string; partitions: number }): number {
  const { partition } = record;
  if (partition === undefined) return partitionOf(Buffer.from(record.key), topic.partitions);
  if (Number.isInteger(partition) && partition >= 0 && partition < topic.partitions) return partition;
  throw new RangeError(`topic ${topic.name} has ${topic.partitions} partitions, no partition ${partition}`);
}
