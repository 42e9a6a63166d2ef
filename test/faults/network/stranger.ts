import { type Admin, Kafka, logLevel, Partitioners, type Producer } from 'kafkajs';

/** A client of Kafka that knows nothing of Verbatim. */
function client(brokers: readonly string[]): Kafka {
  return new Kafka({
    clientId: 'stranger',
    brokers: [...brokers],
    logLevel: logLevel.NOTHING,
    retry: { retries: 3, maxRetryTime: 1_000 },
  });
}

/** Connected, with Java's partitioner. */
export async function strangersProducer(brokers: readonly string[]): Promise<Producer> {
  const producer = client(brokers).producer({ createPartitioner: Partitioners.DefaultPartitioner });
  await producer.connect();
  return producer;
}

/** What an operator's tools do. */
export async function administer<T>(
  brokers: readonly string[],
  work: (admin: Admin) => Promise<T>,
): Promise<T> {
  const admin = client(brokers).admin();
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}
