import { randomUUID } from 'node:crypto';
import { Kafka, logLevel, type Admin } from 'kafkajs';
import { type LocalKafka, runKafkaTool } from '@verbatim/kafka-broker';
import { ownKafka, ownKafkaSuite } from '../../../test/support/kafka';
import { numbered } from '../features/log-under-test';
import { KafkaEventLog } from './kafka-event-log';

jest.setTimeout(240_000);

ownKafkaSuite('a partition whose leader moves to a broker that leads others', () => {
  let kafka: LocalKafka;
  let log: KafkaEventLog;
  let admin: Admin;
  const topic = `moved-${randomUUID()}`;

  beforeAll(async () => {
    kafka = await ownKafka({ nodes: 3 });
    log = new KafkaEventLog({ brokers: kafka.brokers });
    admin = new Kafka({ brokers: [...kafka.brokers], logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
  });
  afterAll(async () => {
    await Promise.all([admin.disconnect(), log.close()]);
  });

  it('keeps what was appended, or says that it did not: kafkajs alone would say that it did', async () => {
    const replicaAssignment = [
      { partition: 0, replicas: [1, 2] },
      { partition: 1, replicas: [2, 1] },
    ];
    await admin.createTopics({ topics: [{ topic, replicaAssignment }], waitForLeaders: true });
    await log.append(topic, [...numbered(0, 1), ...numbered(1, 1)]);

    const partitionAssignment = [{ partition: 0, replicas: [2, 1] }];
    await admin.alterPartitionReassignments({ topics: [{ topic, partitionAssignment }] });
    const words = ['--bootstrap-server', String(kafka.brokers[0]), '--election-type', 'preferred'];
    const partition = ['--topic', topic, '--partition', '0'];
    await runKafkaTool('org.apache.kafka.tools.LeaderElectionCommand', [...words, ...partition]);

    const append = () => log.append(topic, [...numbered(0, 1), ...numbered(1, 1)]);
    await expect(append()).rejects.toMatchObject({ code: 'log-unavailable' });
    const positions = await append();
    expect(positions.map(({ partition: at, offset }) => [at, offset])).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });
});
