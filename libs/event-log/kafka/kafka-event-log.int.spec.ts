import { kafkaSuite, testBrokers } from '../../../test/support/kafka';
import { eventLogFeatures } from '../event-log.features';
import { KafkaEventLog } from './kafka-event-log';

kafkaSuite('KafkaEventLog', () => {
  eventLogFeatures('Kafka', async () => {
    const brokers = await testBrokers();
    const logs: KafkaEventLog[] = [];
    const open = (): KafkaEventLog => {
      const log = new KafkaEventLog({ brokers, sessionMs: 6_000 });
      logs.push(log);
      return log;
    };
    return {
      log: open(),
      another: () => Promise.resolve(open()),
      close: async () => {
        await Promise.all(logs.map((log) => log.close()));
      },
    };
  });
});
