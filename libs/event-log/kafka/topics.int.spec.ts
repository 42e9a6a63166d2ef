import { randomUUID } from 'node:crypto';
import type { Admin } from 'kafkajs';
import { kafkaSuite } from '../../../test/support/kafka';
import type { KafkaEventLog } from './kafka-event-log';
import { sharedKafka } from './testing/shared-kafka';

jest.setTimeout(60_000);

kafkaSuite('topics in Kafka', () => {
  const kafka = sharedKafka();
  let log: KafkaEventLog;
  let admin: Admin;

  beforeAll(async () => {
    log = await kafka.log({ largestEvent: 1024 * 1024 });
    admin = await kafka.admin();
  });

  async function existing(settings: Record<string, string>, numPartitions = 1): Promise<string> {
    const topic = `topic-${randomUUID()}`;
    const configEntries = Object.entries(settings).map(([name, value]) => ({ name, value }));
    await admin.createTopics({ topics: [{ topic, numPartitions, replicationFactor: 1, configEntries }] });
    return topic;
  }

  async function settingsOf(name: string): Promise<Record<string, string>> {
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [{ type: 2, name }],
    });
    const entries = resources[0]?.configEntries ?? [];
    return Object.fromEntries(entries.map(({ configName, configValue }) => [configName, configValue]));
  }

  it('are created by several services at once, to keep everything for ever', async () => {
    const topic = `topic-${randomUUID()}`;
    const services = await Promise.all([kafka.log(), kafka.log(), kafka.log()]);
    await Promise.all(services.map((service) => service.ensureTopic(topic, { partitions: 3 })));
    expect(await log.partitions(topic)).toHaveLength(3);
    expect(await settingsOf(topic)).toMatchObject({
      'cleanup.policy': 'delete',
      'retention.ms': '-1',
      'retention.bytes': '-1',
      'max.message.bytes': '34603008',
      'message.timestamp.type': 'LogAppendTime',
    });
    expect(await log.examine(topic)).toEqual([]);
  });

  it.each(['compact', 'compact,delete'])('are refused where cleanup.policy is %s', async (policy) => {
    const topic = await existing({ 'cleanup.policy': policy });
    const refused = log.ensureTopic(topic, { partitions: 1 });
    await expect(refused).rejects.toMatchObject({ code: 'topic-unsuitable' });
    await expect(refused).rejects.toThrow(`topic ${topic} has cleanup.policy=${policy}`);
    await expect(refused).rejects.toThrow('--add-config cleanup.policy=delete');
    expect((await log.examine(topic)).map(({ problem }) => problem)).toContainEqual(
      expect.stringContaining(`cleanup.policy=${policy}`),
    );
  });

  it('that exist keep their partitions and their settings', async () => {
    const topic = await existing({ 'retention.ms': '1000000', 'max.message.bytes': '2000' }, 2);
    await log.ensureTopic(topic, { partitions: 5 });
    expect(await log.partitions(topic)).toHaveLength(2);
    expect(await settingsOf(topic)).toMatchObject({
      'retention.ms': '1000000',
      'max.message.bytes': '2000',
    });
  });

  it.each([
    ['retention.ms', '86400000'],
    ['retention.bytes', '1000000000'],
    ['max.message.bytes', '500000'],
  ])('are found wanting where %s is %s', async (name, value) => {
    const good = { 'retention.ms': '-1', 'retention.bytes': '-1' };
    const topic = await existing({ ...good, [name]: value });
    const findings = await log.examine(topic);
    expect(findings).toHaveLength(1);
    expect(findings[0]?.problem).toContain(`${name}=${value}`);
    expect(findings[0]?.remedy).toContain(`--entity-name ${topic} --add-config ${name}=`);
  });

  it('that Kafka does not create are unavailable, with its reason', async () => {
    const creating = log.ensureTopic('no/topic', { partitions: 1 });
    await expect(creating).rejects.toMatchObject({ code: 'log-unavailable' });
    await expect(creating).rejects.toThrow('perform an operation on an invalid topic');
  });
});
