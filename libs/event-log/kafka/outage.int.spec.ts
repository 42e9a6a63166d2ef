import type { LocalKafka } from '@verbatim/kafka-broker';
import { ownKafka, ownKafkaSuite } from '../../../test/support/kafka';
import { eventually } from '../features/eventually';
import { GroupLedger } from '../features/group-ledger';
import { freshTopic, numbered, readAll, upTo, withMember } from '../features/log-under-test';
import { KafkaEventLog } from './kafka-event-log';

jest.setTimeout(120_000);

ownKafkaSuite('while Kafka is away', () => {
  let kafka: LocalKafka;
  let log: KafkaEventLog;

  beforeAll(async () => {
    kafka = await ownKafka();
    log = new KafkaEventLog({ brokers: kafka.brokers, sessionMs: 6_000 });
  });

  afterAll(async () => {
    await log.close();
  });

  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'an append is unavailable, and consumption goes on by itself afterwards (%s)',
    async (signal) => {
      const topic = await freshTopic(log, 2);
      const ledger = new GroupLedger();
      await withMember(log, { topic, consumer: ledger.consumer() }, async () => {
        await log.append(topic, [...numbered(0, 5), ...numbered(1, 5)]);
        await eventually(() => expect(ledger.handled).toHaveLength(10));
        await kafka.kill(0, signal);
        await expect(log.append(topic, numbered(0, 1))).rejects.toMatchObject({ code: 'log-unavailable' });
        await kafka.start(0);
        await log.append(topic, [...numbered(0, 5), ...numbered(1, 5)]);
        // A batch whose answer was lost is sent again: the log may hold it twice, the group takes what the log holds.
        const stored = await Promise.all([0, 1].map((partition) => readAll(log, topic, partition)));
        const [first = 0, second = 0] = stored.map(({ length }) => length);
        expect(Math.min(first, second)).toBeGreaterThanOrEqual(10);
        await eventually(() => expect(ledger.handled).toHaveLength(first + second));
        expect([ledger.offsets(0), ledger.offsets(1)]).toEqual([upTo(first), upTo(second)]);
      });
    },
  );

  it('a member stops, and a log closes', async () => {
    const topic = await freshTopic(log, 1);
    const ledger = new GroupLedger();
    const another = new KafkaEventLog({ brokers: kafka.brokers, sessionMs: 6_000 });
    const subscription = await another.subscribe({ topic, group: 'g', consumer: ledger.consumer() });
    await another.append(topic, numbered(0, 1));
    await eventually(() => expect(ledger.offsets(0)).toEqual([0]));
    await kafka.kill(0);
    await subscription.stop();
    await another.close();
    expect(subscription.status().held).toEqual([]);
  });
});
