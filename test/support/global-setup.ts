import { openTestKafka } from './kafka-server';
import { openTestServer } from './postgres-server';

export default async function globalSetup(): Promise<void> {
  await Promise.all([openTestServer(), openTestKafka()]);
}
