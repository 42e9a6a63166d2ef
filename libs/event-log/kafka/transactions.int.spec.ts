import { setTimeout as sleep } from 'node:timers/promises';
import type { Message, Transaction } from 'kafkajs';
import { kafkaSuite } from '../../../test/support/kafka';
import { eventually } from '../features/eventually';
import { GroupLedger } from '../features/group-ledger';
import { freshTopic, readAll, withMember } from '../features/log-under-test';
import type { KafkaEventLog } from './kafka-event-log';
import { sharedKafka, values } from './testing/shared-kafka';

jest.setTimeout(60_000);

kafkaSuite('transactions', () => {
  const kafka = sharedKafka();
  let log: KafkaEventLog;
  let topic: string;

  beforeEach(async () => {
    log = await kafka.log();
    topic = await freshTopic(log, 1);
  });

  const sendIn = async (transaction: Transaction, ...sent: (string | Message)[]): Promise<void> => {
    const messages = sent.map((each) => (typeof each === 'string' ? { value: each } : each));
    await transaction.send({ topic, messages: messages.map((each) => ({ ...each, partition: 0 })) });
  };

  /** What `read` and a new member of a group get of the partition, to its end. */
  async function expectToArrive(...expected: string[]): Promise<void> {
    await eventually(async () => expect(values(await readAll(log, topic, 0))).toEqual(expected));
    const [range] = await log.partitions(topic);
    const ledger = new GroupLedger();
    let position = 0;
    const consumer = ledger.consumer((batch) => void (position = batch.nextOffset));
    await withMember(log, { topic, consumer }, async () => {
      await eventually(() => expect(position).toBe(range?.high));
      expect(values(ledger.handled)).toEqual(expected);
    });
  }

  it('bring what was committed, never what was aborted, at the start, in the middle and at the end', async () => {
    const producer = await kafka.transactional();
    for (const [name, ending] of [
      ['a', 'abort'],
      ['b', 'commit'],
      ['c', 'abort'],
      ['d', 'abort'],
      ['e', 'commit'],
      ['f', 'abort'],
    ] as const) {
      const transaction = await producer.transaction();
      await sendIn(transaction, `${name}1`);
      await sendIn(transaction, `${name}2`);
      await transaction[ending]();
    }
    await expectToArrive('b1', 'b2', 'e1', 'e2');
  });

  it('move a position to the end of a partition of nothing but aborted records', async () => {
    const transaction = await (await kafka.transactional()).transaction();
    await sendIn(transaction, 'a', 'b', 'c');
    await transaction.abort();
    await eventually(async () => expect((await log.partitions(topic))[0]?.high).toBe(4));
    await expectToArrive();
  });

  it('bring nothing of one that was aborted before an earlier one was', async () => {
    const [first, second] = [await kafka.transactional(), await kafka.transactional()];
    const outer = await first.transaction();
    await sendIn(outer, 'outer 1', 'outer 2');
    const inner = await second.transaction();
    await sendIn(inner, 'inner');
    await sendIn(outer, 'outer 3');
    await inner.abort();
    // Kafka takes records of the next one when the one before has ended in the log.
    const next = await second.transaction();
    await sendIn(next, 'next');
    await next.abort();
    await outer.abort();
    await log.append(topic, [{ key: 'k', value: Buffer.from('plain') }]);
    await expectToArrive('plain');
  });

  it('bring nothing of an aborted one whose keys look like the mark of an abort', async () => {
    const transaction = await (await kafka.transactional()).transaction();
    await sendIn(transaction, { key: Buffer.alloc(4), value: 'zero' }, 'after zero');
    await transaction.abort();
    await log.append(topic, [{ key: 'k', value: Buffer.from('plain') }]);
    await expectToArrive('plain');
  });

  it('that are open end the log for now, and what comes after them follows', async () => {
    const open = await (await kafka.transactional()).transaction();
    await sendIn(open, 'late');
    await log.append(topic, [{ key: 'k', value: Buffer.from('after') }]);
    expect(await readAll(log, topic, 0)).toEqual([]);
    const ledger = new GroupLedger();
    await withMember(log, { topic, consumer: ledger.consumer() }, async (subscription) => {
      await eventually(() => expect(subscription.status().held).toEqual([0]));
      await sleep(200);
      expect(ledger.handled).toEqual([]);
      await open.commit();
      await eventually(() => expect(values(ledger.handled)).toEqual(['late', 'after']));
    });
  });
});
