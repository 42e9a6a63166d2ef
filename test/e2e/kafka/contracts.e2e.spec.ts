import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONVERSATION_EVENTS, type LogRecord } from '@verbatim/event-log';
import { readSamples } from '../../../apps/cli/check/samples';
import { sharedKafka } from '../../../libs/event-log/kafka/testing/shared-kafka';
import { kafkaNeed, testBrokers } from '../../support/kafka';
import {
  type ForeignProducer,
  java,
  javaNeed,
  kcat,
  kcatNeed,
  publish,
  python,
  sample,
  typescript,
} from '../../support/producers';
import { confluentNeed } from '../../support/python';
import { type Need, suiteNeeding } from '../../support/suite-needing';

jest.setTimeout(60_000);

const folder = join(__dirname, '../../../docs/producers/contract');

const producers: readonly [ForeignProducer, Need][] = [
  [kcat, kcatNeed],
  [python, confluentNeed],
  [java, javaNeed],
  [typescript, kafkaNeed],
];

for (const [producer, need] of producers) {
  suiteNeeding([kafkaNeed, need], `the contract of ${producer.name}`, () => {
    const kafka = sharedKafka();

    test('holds exactly what the program sends', async () => {
      const prefix = `contracts-${randomUUID()}-`;
      const log = await kafka.log({ prefix });
      await log.ensureTopic(CONVERSATION_EVENTS, { partitions: 1 });
      const target = { brokers: await testBrokers(), topic: `${prefix}${CONVERSATION_EVENTS}` };
      await publish(producer, target, 'chat-1', sample);
      const sent = await log.read({ topic: CONVERSATION_EVENTS, partition: 0, offset: 0 }, 10);
      expect(sent.map(shapeOf)).toEqual(promisedBy(producer));
    });
  });
}

function shapeOf({ headers, value }: LogRecord): object {
  const texts = Object.entries(headers).map(([name, bytes]) => [name, bytes.toString()]);
  return { headers: Object.fromEntries(texts), value: JSON.parse(String(value)) };
}

function promisedBy({ name }: ForeignProducer): object[] {
  const file = `${name.toLowerCase()}.json`;
  const text = readFileSync(join(folder, file), 'utf8');
  return readSamples(file, text, undefined).map(({ headers, text: value }) => ({
    headers,
    value: JSON.parse(value) as unknown,
  }));
}
