import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConversationClient } from '../../support/conversation-client';
import { type OpenAiServer, startOpenAiServer } from '../../support/openai-server';
import { Services, temporaryFolder, turn } from './testing';

jest.setTimeout(240_000);

const folder = temporaryFolder();
const order = join(folder, 'projector.order');
let model: OpenAiServer;
beforeAll(async () => {
  model = await startOpenAiServer();
});
afterAll(() => model.close());
afterEach(() => rmSync(`${order}.struck`));

const commit = 'projector postgres COMMIT of UPDATE processor_positions';

test.each([
  { label: `${commit} before`, journaled: 0 },
  { label: `${commit} after`, journaled: 5 },
])('a projector that is to die at "$label" dies exactly there, and its successor lives', async (place) => {
  const { label, journaled } = place;
  writeFileSync(order, JSON.stringify({ label }));
  const services = await Services.start(model, { orders: folder });
  const client = new ConversationClient(services.url, 'chat');
  await client.append(turn(0));
  const [projector] = services.processes;
  expect(await projector?.exitCode()).toBeNull();
  expect(projector?.process.signalCode).toBe('SIGKILL');
  expect(readFileSync(`${order}.struck`, 'utf8')).toBe(label);
  await expect(services.journaled()).resolves.toBe(journaled);

  // The order is still there, and so is the token that says that it was carried out.
  await services.launch('projector').listening();
  expect(await client.settled(4)).toMatchObject({ messages: 4 });
  await expect(services.journaled()).resolves.toBe(5);
  expect(await services.stop()).toEqual([null, 0, 0, 0]);
});
