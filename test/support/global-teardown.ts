import { closeTestServer } from './postgres-server';

export default async function globalTeardown(): Promise<void> {
  await closeTestServer();
}
