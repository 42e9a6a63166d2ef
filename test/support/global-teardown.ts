import { closeTestKafka } from './kafka-server';
import { closeTestServer } from './postgres-server';

export default async function globalTeardown(): Promise<void> {
  await Promise.all([closeTestServer(), closeTestKafka()]);
}
