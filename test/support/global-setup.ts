import { openTestServer } from './postgres-server';

export default async function globalSetup(): Promise<void> {
  await openTestServer();
}
