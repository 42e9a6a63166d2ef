import type { EventLog, LogPosition, PartitionRange } from '@verbatim/event-log';
import type { ConversationReader } from './conversation-reader';

/** A partition as its log is now; empty where the topic has none of that number. */
export async function rangeOf(
  log: Pick<EventLog, 'partitions'>,
  { topic, partition }: Pick<LogPosition, 'topic' | 'partition'>,
): Promise<Pick<PartitionRange, 'low' | 'high'>> {
  const ranges = await log.partitions(topic);
  return ranges.find((each) => each.partition === partition) ?? { low: 0, high: 0 };
}

/**
 * The log's end, where the position of `group` is beyond it, at which the projector halts: the log was cut, or made again.
 * Null where it is not. `end` was read before: a projector that is only quicker than we moves it.
 */
export async function endBehind(
  reader: Pick<ConversationReader, 'hasPassed'>,
  log: Pick<EventLog, 'partitions'>,
  group: string,
  end: LogPosition,
): Promise<number | null> {
  if (!(await reader.hasPassed(group, end))) return null;
  const { high } = await rangeOf(log, end);
  return high <= end.offset ? high : null;
}
