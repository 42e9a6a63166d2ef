import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { partitionOf } from '../../../libs/event-log/partitioner';
import { ConversationClient, type Message } from '../../support/conversation-client';
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
  type Target,
  typescript,
} from '../../support/producers';
import { confluentNeed } from '../../support/python';
import { type RunningServices, startServices } from '../../support/services';
import { type Need, suiteNeeding } from '../../support/suite-needing';

jest.setTimeout(120_000);

const PARTITIONS = 12;

interface Rig {
  readonly target: Target;
  readonly services: RunningServices;
}

let rig: Promise<Rig> | undefined;

/** One set of services for all producers; none are started where no suite can run. */
function running(): Promise<Rig> {
  rig ??= start();
  return rig;
}

async function start(): Promise<Rig> {
  const brokers = await testBrokers();
  const prefix = `producers-${randomUUID()}-`;
  const services = await startServices({
    only: ['projector', 'context-builder'],
    env: {
      VERBATIM_KAFKA: brokers.join(','),
      VERBATIM_KAFKA_PREFIX: prefix,
      VERBATIM_PARTITIONS: String(PARTITIONS),
    },
  });
  return { target: { brokers, topic: `${prefix}conversation-events` }, services };
}

afterAll(async () => (await rig)?.services.stop());

const producers: readonly [ForeignProducer, Need][] = [
  [kcat, kcatNeed],
  [python, confluentNeed],
  [java, javaNeed],
  [typescript, kafkaNeed],
];

const thanks: Message = { role: 'user', content: 'Thanks!' };

for (const [producer, need] of producers) {
  suiteNeeding([kafkaNeed, need], `published by ${producer.name}`, () => {
    test('a conversation arrives as it was, and what is published again changes nothing', async () => {
      const { services, target } = await running();
      const conversation = new ConversationClient(services.url);
      const longer = [...sample, ['m-5', thanks]] as const;
      await publish(producer, target, conversation.id, sample);
      await conversation.settled(sample.length);
      await publish(producer, target, conversation.id, longer);
      const { conflicts } = await conversation.settled(longer.length);
      expect(conflicts).toBe(0);
      const kept = await conversation.messages();
      expect(kept.map(({ id, message }) => [id, message])).toEqual(longer);
      const { body, losses } = await conversation.context();
      expect(body.messages).toEqual(longer.map(([, message]) => message));
      expect(losses).toEqual([]);
    });

    test('an id with another body is a conflict: the first body stays', async () => {
      const { services, target } = await running();
      const conversation = new ConversationClient(services.url);
      await publish(producer, target, conversation.id, [...sample, ['m-1', thanks], ['m-5', thanks]]);
      const { conflicts } = await conversation.settled(sample.length + 1);
      expect(conflicts).toBe(1);
      expect((await conversation.messages())[0]).toMatchObject({ id: 'm-1', message: sample[0]?.[1] });
    });
  });
}

suiteNeeding([kafkaNeed, confluentNeed, javaNeed], 'the partitioners of the producers', () => {
  const usual = (id: string): number => partitionOf(Buffer.from(`default/${id}`), PARTITIONS);
  const ofLibrdkafka = (id: string): number => crc32(`default/${id}`) % PARTITIONS;

  /** One whose partition depends on who publishes. */
  function conversationApart(): string {
    const id = `c-${randomUUID()}`;
    return usual(id) === ofLibrdkafka(id) ? conversationApart() : id;
  }

  async function partitionsOf(
    producer: ForeignProducer,
    id: string,
    settings: readonly string[] = [],
  ): Promise<number[]> {
    const said = await publish(producer, (await running()).target, id, sample, settings);
    return [...new Set([...said.matchAll(/^partition (\d+)/gm)].map(([, partition]) => Number(partition)))];
  }

  test('Java and TypeScript use murmur2, librdkafka CRC32 until it is told otherwise', async () => {
    const id = conversationApart();
    expect(await partitionsOf(java, id)).toEqual([usual(id)]);
    expect(await partitionsOf(typescript, id)).toEqual([usual(id)]);
    expect(await partitionsOf(python, id)).toEqual([ofLibrdkafka(id)]);
    expect(await partitionsOf(python, id, ['partitioner=murmur2_random'])).toEqual([usual(id)]);
  });

  test('a conversation through two partitions is whole, and an alarm is raised', async () => {
    const { services, target } = await running();
    const conversation = new ConversationClient(services.url, conversationApart());
    await publish(python, target, conversation.id, sample.slice(0, 2));
    await conversation.settled(2);
    const before = await alarms(services);
    await publish(typescript, target, conversation.id, sample.slice(2));
    await conversation.settled(sample.length);
    const kept = await conversation.messages();
    expect(kept.map(({ id, message }) => [id, message])).toEqual(sample);
    expect(await alarms(services)).toBe(before + 1);
  });
});

async function alarms({ context }: RunningServices): Promise<number> {
  const [, value] =
    /^verbatim_projector_mixed_partitions_total (\d+)$/m.exec(await context.metrics.render()) ?? [];
  return Number(value);
}
