import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownKafkaSuite } from '../../support/kafka';
import { reapWhenOrphaned } from '../../support/kafka-server';
import { openProxiedKafka, type ProxiedKafka } from './proxied-kafka';
import { administer, strangersProducer } from './stranger';

jest.setTimeout(120_000);

ownKafkaSuite('a Kafka behind proxies', () => {
  let directory: string;
  let reaper: ReturnType<typeof reapWhenOrphaned>;
  let proxied: ProxiedKafka;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'verbatim-kafka-'));
    reaper = reapWhenOrphaned(directory);
    proxied = await openProxiedKafka({ directory, heapMegabytes: 256 });
  });
  afterAll(async () => {
    await proxied.close();
    reaper.kill();
    await rm(directory, { recursive: true, force: true });
  });

  it('is reached through them alone, also after it was killed', async () => {
    const { kafka, proxies, brokers } = proxied;
    const [proxy] = proxies;
    const topic = 'behind';
    await administer(brokers, async (admin) => {
      await admin.createTopics({ topics: [{ topic, numPartitions: 1 }] });
      const { brokers: told } = await admin.describeCluster();
      expect(told.map(({ port }) => port)).toEqual([proxy?.port]);
    });
    const producer = await strangersProducer(brokers);
    const send = () => producer.send({ topic, acks: -1, messages: [{ value: 'x' }] });
    await send();

    await proxy?.cut();
    await expect(send()).rejects.toThrow(/ECONN|onnection/);
    await proxy?.pass();
    await send();

    await kafka.kill(0);
    await kafka.start(0);
    await send();
    const offsets = await administer(brokers, (admin) => admin.fetchTopicOffsets(topic));
    expect(offsets).toMatchObject([{ high: '3' }]);
    await producer.disconnect();
  });
});
