import { randomUUID } from 'node:crypto';
import type { EventLog, LogRecord, OutgoingRecord, SubscribeOptions, Subscription } from '../event-log';

export interface LogUnderTest {
  readonly log: EventLog;
  /** The same log as another process sees it. `close` closes it too. */
  another(): Promise<EventLog>;
  close(): Promise<void>;
}

/** Answers the log of the suite's run; valid inside tests. */
export type CurrentLog = () => LogUnderTest;

export async function freshTopic(log: EventLog, partitions: number): Promise<string> {
  const topic = `topic-${randomUUID()}`;
  await log.ensureTopic(topic, { partitions });
  return topic;
}

/** `count` records of one partition, whose values are `0`, `1`, … */
export function numbered(partition: number, count: number): OutgoingRecord[] {
  return Array.from({ length: count }, (_, index) => ({
    key: 'acme/c1',
    value: Buffer.from(String(index)),
    partition,
  }));
}

export function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

export async function readAll(log: EventLog, topic: string, partition: number): Promise<LogRecord[]> {
  const records: LogRecord[] = [];
  for (;;) {
    const more = await log.read({ topic, partition, offset: (records.at(-1)?.offset ?? -1) + 1 }, 100);
    if (more.length === 0) return records;
    records.push(...more);
  }
}

/** Runs `work` with a member of the group, which leaves afterwards. */
export async function withMember(
  log: EventLog,
  member: Omit<SubscribeOptions, 'group'> & { readonly group?: string },
  work: (subscription: Subscription) => Promise<void>,
): Promise<void> {
  const subscription = await log.subscribe({ group: `group-${randomUUID()}`, ...member });
  try {
    await work(subscription);
  } finally {
    await subscription.stop();
  }
}
