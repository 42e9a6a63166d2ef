import { randomUUID } from 'node:crypto';
import { kafkaNeed, testBrokers } from '../../../../test/support/kafka';
import {
  java,
  javaNeed,
  kcat,
  kcatNeed,
  publish,
  python,
  type ForeignProducer,
  type Identified,
} from '../../../../test/support/producers';
import { confluentNeed } from '../../../../test/support/python';
import { suiteNeeding, type Need } from '../../../../test/support/suite-needing';
import { KafkaEventLog } from '../kafka-event-log';

jest.setTimeout(120_000);

/** Half a megabyte that compresses, but not to nothing: several blocks of each codec. */
const messages: Identified = Array.from({ length: 200 }, (_, index) => [
  `m-${index}`,
  { role: 'user', content: `${randomUUID()} was here. `.repeat(20) + randomUUID().repeat(40) },
]);

const codecs = ['gzip', 'snappy', 'lz4', 'zstd'];
const settings = ['linger.ms=200', 'batch.size=400000'];

const producers: [ForeignProducer, Need][] = [
  [python, confluentNeed],
  [kcat, kcatNeed],
  [java, javaNeed],
];

for (const [producer, need] of producers) {
  suiteNeeding([kafkaNeed, need], `compression by ${producer.name}`, () => {
    const prefix = `codecs-${randomUUID()}-`;
    let log: KafkaEventLog;

    beforeAll(async () => {
      log = new KafkaEventLog({ brokers: await testBrokers(), prefix });
    });

    afterAll(() => log.close());

    test.each(codecs)('%s is read', async (codec) => {
      await log.ensureTopic(codec, { partitions: 1 });
      const brokers = await testBrokers();
      const all = [...settings, `compression.type=${codec}`];
      await publish(producer, { brokers, topic: `${prefix}${codec}` }, 'c', messages, all);
      const read: object[] = [];
      for (let offset = 0; offset < messages.length; offset = read.length) {
        const records = await log.read({ topic: codec, partition: 0, offset }, messages.length);
        read.push(...records.map(({ value }) => messageIn(value)));
      }
      expect(read).toEqual(messages.map(([, message]) => message));
    });
  });
}

/** Structured, or binary as Java's is. */
function messageIn(value: Buffer | null): object {
  const parsed = JSON.parse(String(value)) as { data?: object };
  return parsed.data ?? parsed;
}
