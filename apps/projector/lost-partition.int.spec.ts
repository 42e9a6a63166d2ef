import { Database } from '@verbatim/postgres';
import { ConversationClient } from '../../test/support/conversation-client';
import { startServices, type RunningServices } from '../../test/support/services';

let services: RunningServices;
let database: Database;

beforeAll(async () => {
  services = await startServices();
  database = await Database.open({ url: services.databaseUrl, applicationName: 'spec', poolSize: 1 });
}, 60_000);

afterAll(async () => {
  await database.close();
  await services.stop();
});

test('a partition that another one claimed in between is claimed again where it is still ours', async () => {
  const chat = new ConversationClient(services.url);
  await chat.append([{ role: 'user', content: 'before' }]);
  await chat.settled(1);
  await database.query(`UPDATE processor_positions SET epoch = epoch + 1, owner = 'another one'`);
  await chat.append([{ role: 'assistant', content: 'after' }]);
  await chat.settled(2);
  const owners = await database.query(
    `SELECT DISTINCT owner FROM processor_positions JOIN conversation_heads USING (topic, partition)`,
  );
  expect(owners).not.toEqual([{ owner: 'another one' }]);
}, 20_000);
