import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Admin } from 'kafkajs';
import { kafkaSuite } from '../../../test/support/kafka';
import { eventually } from '../features/eventually';
import { GroupLedger } from '../features/group-ledger';
import { freshTopic, numbered, upTo, withMember } from '../features/log-under-test';
import type { KafkaEventLog } from './kafka-event-log';
import { sharedKafka } from './testing/shared-kafka';

jest.setTimeout(60_000);

kafkaSuite('the position that a claim answers', () => {
  const kafka = sharedKafka();
  let log: KafkaEventLog;
  let admin: Admin;
  const notices: string[] = [];

  beforeAll(async () => {
    log = await kafka.log({ onNotice: (notice) => notices.push(notice) });
    admin = await kafka.admin();
  });

  /** As a member of somebody else's would. */
  async function commit(groupId: string, topic: string, offset: string): Promise<void> {
    const consumer = (await kafka.client()).consumer({ groupId, maxWaitTimeInMs: 10 });
    await consumer.connect();
    await consumer.subscribe({ topic });
    // It must not fetch: at an offset that is out of range it would commit another one.
    const joined = new Promise<void>((resolve) => {
      consumer.on(consumer.events.GROUP_JOIN, () => resolve(consumer.pause([{ topic }])));
    });
    await consumer.run({ autoCommit: false, eachBatch: () => Promise.resolve() });
    await joined;
    await consumer.commitOffsets([{ topic, partition: 0, offset }]);
    await consumer.disconnect();
    const [told] = await admin.fetchOffsets({ groupId, topics: [topic] });
    expect(told?.partitions[0]?.offset).toBe(offset);
  }

  it.each([
    ['ahead', '8'],
    ['behind', '1'],
    ['beyond the end', '1000'],
    ['absent', undefined],
  ])("counts where the group's offset in Kafka is %s", async (_, offset) => {
    const topic = await freshTopic(log, 1);
    const group = `group-${randomUUID()}`;
    await log.append(topic, numbered(0, 10));
    if (offset !== undefined) await commit(group, topic, offset);
    const ledger = new GroupLedger();
    ledger.startAt(0, 3);
    const { claim, handle } = ledger.consumer();
    const slowly: typeof claim = (range) => sleep(200).then(() => claim(range));
    await withMember(log, { topic, group, consumer: { claim: slowly, handle } }, async () => {
      await eventually(() => expect(ledger.offsets(0)).toHaveLength(7));
      expect(notices.filter((notice) => notice.includes('out of range'))).toEqual([]);
      await log.append(topic, numbered(0, 1));
      await eventually(() => expect(ledger.offsets(0)).toEqual([3, 4, 5, 6, 7, 8, 9, 10]));
    });
  });

  it('is told to Kafka when a member leaves, for the tools that show lag', async () => {
    const topic = await freshTopic(log, 1);
    const group = `group-${randomUUID()}`;
    await log.append(topic, numbered(0, 5));
    const ledger = new GroupLedger();
    await withMember(log, { topic, group, consumer: ledger.consumer() }, async () => {
      await eventually(() => expect(ledger.offsets(0)).toEqual(upTo(5)));
    });
    const [told] = await admin.fetchOffsets({ groupId: group, topics: [topic] });
    expect(told?.partitions.map(({ offset }) => offset)).toEqual(['5']);
  });

  it('may be beyond the range that was read before: the earlier owner has gone on', async () => {
    const topic = await freshTopic(log, 1);
    const ledger = new GroupLedger();
    const { claim, handle } = ledger.consumer();
    const late: typeof claim = async (range) => {
      if (range.high === 0) {
        await log.append(topic, numbered(0, 3));
        ledger.startAt(0, 3);
      }
      return claim(range);
    };
    await withMember(log, { topic, consumer: { claim: late, handle } }, async (subscription) => {
      await eventually(() => expect(ledger.claims).toHaveLength(2));
      await log.append(topic, numbered(0, 1));
      await eventually(() => expect(ledger.offsets(0)).toEqual([3]));
      expect(subscription.status().halted.size).toBe(0);
    });
  });

  it('halts its partition, and no other, where the log no longer has it', async () => {
    const topic = await freshTopic(log, 2);
    await log.append(topic, [...numbered(0, 10), ...numbered(1, 10)]);
    await eventually(() => admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: '5' }] }));
    const ledger = new GroupLedger();
    ledger.startAt(0, 3);
    await withMember(log, { topic, consumer: ledger.consumer() }, async (subscription) => {
      const reason = 'the next record is 3, but the log begins at 5 and ends at 10';
      await eventually(() => expect(subscription.status().halted.get(0)).toContain(reason));
      await log.append(topic, [...numbered(0, 1), ...numbered(1, 1)]);
      await eventually(() => expect(ledger.offsets(1)).toEqual(upTo(11)));
      expect([...subscription.status().halted.keys()]).toEqual([0]);
    });
    expect(ledger.offsets(0)).toEqual([]);
  });

  it('halts its partition where the log loses what comes next while it is consumed', async () => {
    const topic = await freshTopic(log, 1);
    const large = { key: 'k', value: Buffer.alloc(400_000), partition: 0 };
    for (const _ of upTo(20)) await log.append(topic, [large]);
    const ledger = new GroupLedger();
    let isLost = false;
    const consumer = ledger.consumer(async () => {
      if (isLost) return;
      await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: '19' }] });
      isLost = true;
    });
    await withMember(log, { topic, consumer, maxBatch: 1 }, async (subscription) => {
      await eventually(() =>
        expect(subscription.status().halted.get(0)).toContain('the log begins at 19 and ends at 20'),
      );
    });
    expect(ledger.offsets(0)).toEqual(upTo(ledger.offsets(0).length));
    expect(ledger.offsets(0)).not.toContain(19);
  });

  it('halts its partition where the topic is deleted and created again', async () => {
    const topic = await freshTopic(log, 1);
    await log.append(topic, numbered(0, 5));
    const ledger = new GroupLedger();
    await withMember(log, { topic, consumer: ledger.consumer() }, async (subscription) => {
      await eventually(() => expect(ledger.offsets(0)).toEqual(upTo(5)));
      await admin.deleteTopics({ topics: [topic] });
      await eventually(() => log.ensureTopic(topic, { partitions: 1 }));
      await eventually(async () => void (await log.append(topic, numbered(0, 2))));
      const reason = 'the next record is 5, but the log begins at 0 and ends at';
      await eventually(() => expect(subscription.status().halted.get(0)).toContain(reason));
    });
    expect(ledger.offsets(0)).toEqual(upTo(5));
  });
});
