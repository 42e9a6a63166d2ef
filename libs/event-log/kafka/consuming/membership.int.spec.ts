import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CompressionTypes, KafkaJSConnectionError, type Admin } from 'kafkajs';
import { kafkaSuite } from '../../../../test/support/kafka';
import { eventually } from '../../features/eventually';
import { GroupLedger } from '../../features/group-ledger';
import { freshTopic, numbered, upTo, withMember } from '../../features/log-under-test';
import type { KafkaEventLog } from '../kafka-event-log';
import { sharedKafka, values } from '../testing/shared-kafka';

jest.setTimeout(60_000);

/** What kafkajs sends a group's coordinator, to come between. */
const Broker: { prototype: Coordinator } = require('kafkajs/src/broker');

interface Coordinator {
  joinGroup(request: object): Promise<object>;
  leaveGroup(request: { groupId: string; memberId: string }): Promise<object>;
}

/** A promise and what fulfils it. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

kafkaSuite('a member of a group in Kafka', () => {
  const kafka = sharedKafka();
  let log: KafkaEventLog;
  let admin: Admin;

  beforeAll(async () => {
    log = await kafka.log();
    admin = await kafka.admin();
  });

  async function membersOf(group: string): Promise<string[]> {
    const { groups } = await admin.describeGroups([group]);
    return groups.flatMap(({ members }) => members.map(({ memberId }) => memberId));
  }

  it('that stops at any moment while it joins is gone for good', async () => {
    const topic = await freshTopic(log, 1);
    const groups = [0, 1, 2, 3, 5, 10, 20, 40, 80].map((delay) => ({ delay, id: `group-${randomUUID()}` }));
    for (const { delay, id: group } of groups) {
      const subscription = await log.subscribe({ topic, group, consumer: new GroupLedger().consumer() });
      await sleep(delay);
      await subscription.stop();
    }
    await sleep(500);
    for (const { id } of groups) expect(await membersOf(id)).toEqual([]);
  });

  it('stops while the group waits for somebody else, and leaves when it can', async () => {
    const topic = await freshTopic(log, 2);
    const group = `group-${randomUUID()}`;
    await log.append(topic, numbered(0, 1));
    const inHand = gate();
    const released = gate();
    const other = (await kafka.client()).consumer({ groupId: group, maxWaitTimeInMs: 10 });
    await other.connect();
    await other.subscribe({ topic, fromBeginning: true });
    await other.run({
      eachBatch: async () => {
        inHand.open();
        await released.opened;
      },
    });
    await inHand.opened;
    const subscription = await log.subscribe({ topic, group, consumer: new GroupLedger().consumer() });
    await eventually(async () => {
      const { groups } = await admin.describeGroups([group]);
      expect(groups[0]?.state).toBe('PreparingRebalance');
    });
    await subscription.stop();
    released.open();
    await eventually(async () => {
      const { groups } = await admin.describeGroups([group]);
      expect([groups[0]?.state, groups[0]?.members.length]).toEqual(['Stable', 1]);
    });
    await other.disconnect();
  });

  it('stays one while a handler hangs for longer than its session, and goes on with its other partitions', async () => {
    const topic = await freshTopic(log, 2);
    const group = `group-${randomUUID()}`;
    const released = gate();
    const ledger = new GroupLedger();
    const consumer = ledger.consumer(({ partition }) => (partition === 0 ? released.opened : undefined));
    const large = upTo(8).map(() => ({ key: 'k', value: Buffer.alloc(700_000), partition: 0 }));
    for (const record of large) await log.append(topic, [record]);
    await withMember(log, { topic, group, consumer }, async () => {
      for (const count of upTo(8)) {
        await log.append(topic, numbered(1, 1));
        await eventually(() => expect(ledger.offsets(1)).toEqual(upTo(count + 1)));
        await sleep(900);
      }
      released.open();
      await eventually(() => expect(ledger.offsets(0)).toEqual(upTo(8)));
    });
    expect(ledger.claims).toHaveLength(2);
  });

  it('goes on with its other partitions when another member joins while a handler hangs', async () => {
    const topic = await freshTopic(log, 4);
    const group = `group-${randomUUID()}`;
    const released = gate();
    const ledger = new GroupLedger();
    const hanging = ledger.consumer(({ partition }) => (partition === 0 ? released.opened : undefined));
    await log.append(topic, numbered(0, 1));
    await withMember(log, { topic, group, consumer: hanging }, async (first) => {
      await eventually(() => expect(first.status().held).toEqual(upTo(4)));
      const another = await kafka.log();
      await withMember(another, { topic, group, consumer: ledger.consumer() }, async (second) => {
        await eventually(() => expect(second.status().held).toHaveLength(2));
        await log.append(
          topic,
          [1, 2, 3].flatMap((partition) => numbered(partition, 2)),
        );
        await eventually(() => expect(ledger.handled.length).toBeGreaterThanOrEqual(6));
        for (const partition of [1, 2, 3]) expect(ledger.offsets(partition)).toEqual([0, 1]);
        released.open();
        await eventually(() => expect(ledger.offsets(0)).toEqual([0]));
      });
    });
  });

  it('joins again when the group has forgotten it and its first attempt to come back failed', async () => {
    const topic = await freshTopic(log, 1);
    const group = `group-${randomUUID()}`;
    const join = jest.spyOn(Broker.prototype, 'joinGroup');
    const ledger = new GroupLedger();
    await withMember(log, { topic, group, consumer: ledger.consumer() }, async () => {
      await eventually(async () => expect(await membersOf(group)).toHaveLength(1));
      const [memberId = ''] = await membersOf(group);
      join.mockRejectedValueOnce(new KafkaJSConnectionError('cut'));
      const coordinator = join.mock.contexts[0] as Coordinator;
      await coordinator.leaveGroup({ groupId: group, memberId });
      await eventually(async () => {
        expect(await membersOf(group)).toHaveLength(1);
        expect(await membersOf(group)).not.toContain(memberId);
      });
      await log.append(topic, numbered(0, 3));
      await eventually(() => expect(ledger.offsets(0)).toEqual(upTo(3)));
    });
    join.mockRestore();
  });

  it('halts the partition that has a batch it cannot read, and goes on with the others', async () => {
    const topic = await freshTopic(log, 2);
    const producer = (await kafka.client()).producer();
    await producer.connect();
    const bomb = { value: Buffer.alloc(65 * 1024 * 1024), partition: 0 };
    await producer.send({ topic, messages: [bomb], compression: CompressionTypes.GZIP });
    await producer.disconnect();
    await log.append(topic, numbered(0, 1));
    const ledger = new GroupLedger();
    await withMember(log, { topic, consumer: ledger.consumer() }, async (subscription) => {
      await eventually(() => {
        expect(subscription.status().halted.get(0)).toContain(
          'from 0 on cannot be read: KafkaJSNonRetriableError: a batch compressed with gzip',
        );
      });
      await log.append(topic, numbered(1, 3));
      await eventually(() => expect(values(ledger.handled)).toEqual(['0', '1', '2']));
      expect(subscription.status().held).toEqual([0, 1]);
    });
  });
});
