import type { Admin, Message } from 'kafkajs';
import { kafkaSuite } from '../../../test/support/kafka';
import type { LogRecord } from '../event-log';
import { eventually } from '../features/eventually';
import { GroupLedger } from '../features/group-ledger';
import { freshTopic, numbered, readAll, upTo, withMember } from '../features/log-under-test';
import type { KafkaEventLog } from './kafka-event-log';
import { sharedKafka, values } from './testing/shared-kafka';

jest.setTimeout(60_000);

kafkaSuite('records in Kafka', () => {
  const kafka = sharedKafka();
  let log: KafkaEventLog;
  let admin: Admin;

  beforeAll(async () => {
    log = await kafka.log();
    admin = await kafka.admin();
  });

  /** A topic with what somebody else's client sent to its only partition. */
  async function sent(...messages: Omit<Message, 'partition'>[]): Promise<string> {
    const topic = await freshTopic(log, 1);
    const producer = (await kafka.client()).producer();
    await producer.connect();
    await producer.send({ topic, messages });
    await producer.disconnect();
    return topic;
  }

  const read = (topic: string): Promise<readonly LogRecord[]> => readAll(log, topic, 0);

  async function consumed(topic: string, count: number): Promise<readonly LogRecord[]> {
    const ledger = new GroupLedger();
    await withMember(log, { topic, consumer: ledger.consumer() }, async () => {
      await eventually(() => expect(ledger.handled).toHaveLength(count));
    });
    return ledger.handled;
  }

  it.each([
    ['read', read],
    ['consumed', consumed],
  ])('are what another client made them when they are %s', async (_, get) => {
    const large = Buffer.alloc(3 * 1024 * 1024, 'large');
    const topic = await sent(
      { key: null, value: Buffer.from([0, 255]), headers: { bytes: Buffer.from([255, 0]), empty: '' } },
      { key: Buffer.alloc(4), value: null, headers: { repeated: ['first', 'last'], ['__proto__']: 'own' } },
      { key: '', value: '' },
      { value: large },
    );
    const records = await get(topic, 4);
    expect(records.map(({ key }) => hex(key))).toEqual([null, '00000000', '', null]);
    expect(records.slice(0, 3).map(({ value }) => hex(value))).toEqual(['00ff', null, '']);
    expect(records[3]?.value?.equals(large)).toBe(true);
    expect(headersOf(records[0])).toEqual([
      ['bytes', 'ff00'],
      ['empty', ''],
    ]);
    expect(headersOf(records[1])).toContainEqual(['repeated', hex(Buffer.from('last'))]);
    expect(records.map(({ offset }) => offset)).toEqual([0, 1, 2, 3]);
  });

  it('arrive all of them where they are many and small', async () => {
    const topic = await freshTopic(log, 1);
    const names = upTo(20_000).map(String);
    for (const at of upTo(20)) {
      const some = names.slice(at * 1_000, (at + 1) * 1_000);
      await log.append(
        topic,
        some.map((name) => ({ key: 'k', value: Buffer.from(name) })),
      );
    }
    expect(values(await consumed(topic, names.length))).toEqual(names);
  });

  it('that are too large together are refused, and nothing sent at the same time is harmed', async () => {
    const topic = await freshTopic(log, 3);
    const configEntries = [{ name: 'max.message.bytes', value: '10000' }];
    await admin.alterConfigs({ validateOnly: false, resources: [{ type: 2, name: topic, configEntries }] });
    const tooLarge = upTo(200).map(() => ({ key: 'k', value: Buffer.alloc(100), partition: 1 }));
    const appends = upTo(50).map((at) =>
      log.append(topic, at % 10 === 5 ? tooLarge : numbered(at % 3, 10)).then(
        (positions) => positions.length,
        (error: unknown) => (error as { code: string }).code,
      ),
    );
    const answers = await Promise.all(appends);
    expect(answers).toEqual(upTo(50).map((at) => (at % 10 === 5 ? 'too-large' : 10)));
    const held = (await log.partitions(topic)).map(({ high }) => high);
    expect(held.reduce((sum, each) => sum + each)).toBe(450);
  });

  it('go to a topic that was deleted and created again', async () => {
    const topic = await freshTopic(log, 1);
    await log.append(topic, numbered(0, 2));
    await admin.deleteTopics({ topics: [topic] });
    await expect(log.append(topic, numbered(0, 1))).rejects.toMatchObject({ code: 'log-unavailable' });
    await eventually(() => log.ensureTopic(topic, { partitions: 1 }));
    await eventually(async () => void (await log.append(topic, numbered(0, 3))));
    expect(values(await readAll(log, topic, 0))).toEqual(['0', '1', '2']);
  });
});

/** Buffers that are parts of a large one take Jest seconds to compare. */
function hex(bytes: Buffer | null): string | null {
  return bytes?.toString('hex') ?? null;
}

function headersOf(record: LogRecord | undefined): (string | null)[][] {
  return Object.entries(record?.headers ?? {}).map(([name, value]) => [name, hex(value)]);
}
