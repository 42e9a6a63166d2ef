import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '@verbatim/conversation-store';
import { Database } from '@verbatim/postgres';
import { CommandProcess } from '../../apps/cli/testing/command-process';
import { eventually } from '../../libs/event-log/features/eventually';
import { WayToPostgres } from '../../libs/postgres/testing/way-to-postgres';
import { ConversationClient } from '../support/conversation-client';
import { startOpenAiServer } from '../support/openai-server';
import { testDatabase, type TestDatabase } from '../support/postgres';

jest.setTimeout(120_000);

afterAll(() => CommandProcess.started.forEach((child) => child.kill('SIGKILL')));

const sources = join(__dirname, '../../apps/cli');
const data = mkdtempSync(join(tmpdir(), 'verbatim-drain-'));
let server: TestDatabase;
let database: Database;

beforeAll(async () => {
  server = await testDatabase(migrations);
  database = await Database.open({ url: server.url, applicationName: 'spec', poolSize: 2 });
});
afterAll(async () => {
  await database.close();
  await server.drop();
  rmSync(data, { recursive: true, force: true });
});

/** Services with ten seconds to end in, on the test's database unless another way leads to it. */
async function started(
  settings: Readonly<Record<string, string>> = {},
  url = server.url,
  ...words: readonly string[]
): Promise<{ services: CommandProcess; url: string }> {
  const command = ['--require', join(sources, 'testing/register-typescript.js'), join(sources, 'main.ts')];
  const all = { VERBATIM_LOG_LEVEL: 'warn', VERBATIM_SHUTDOWN_SECONDS: '10', ...settings };
  const serve = ['serve', '--port', '0', '--data', data, '--database', url, ...words];
  const services = new CommandProcess([...command, ...serve], all);
  return { services, url: await services.listening() };
}

const user = (content: string) => ({ role: 'user', content });

it('ends under load: every request that was begun is answered, and what was acknowledged is kept', async () => {
  const { services, url } = await started();
  const acknowledged: string[] = [];
  const cut: string[] = [];
  const appendOn = async (worker: number): Promise<void> => {
    for (let n = 0; ; n += 1) {
      const id = `${worker}-${n}`;
      const sent = fetch(`${url}/v1/conversations/load-${worker}/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ messages: [user(id)], ids: [id] }),
      });
      const answer = await sent.catch(() => null);
      if (answer?.status === 202) acknowledged.push(id);
      else cut.push(id);
      if (!answer) return;
      await answer.text();
    }
  };
  const load = Array.from({ length: 8 }, (_, worker) => appendOn(worker));
  await eventually(() => expect(acknowledged.length).toBeGreaterThan(100));
  expect(await services.end('SIGTERM')).toBe(0);
  await Promise.all(load);
  const kept = await database.query<{ value: Buffer }>('SELECT value FROM log_records');
  const ids = new Set(kept.map(({ value }) => (JSON.parse(value.toString()) as { id: string }).id));
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  // A request that met a closed door was not begun.
  expect(cut.filter((id) => ids.has(id))).toEqual([]);
});

it('says draining from the signal on, and still answers as long as balancers need to hear of it', async () => {
  const { services, url } = await started({ VERBATIM_NOTICE_SECONDS: '3' });
  const ready = async () => {
    const answer = await fetch(`${url}/readyz`);
    return [answer.status, ((await answer.json()) as { components: object }).components];
  };
  expect(await ready()).toEqual([200, expect.not.objectContaining({ draining: expect.anything() })]);
  const ending = services.end('SIGTERM');
  await eventually(async () =>
    expect(await ready()).toEqual([503, expect.objectContaining({ draining: expect.anything() })]),
  );
  expect((await fetch(`${url}/v1/conversations`)).status).toBe(200);
  expect(await ending).toBe(0);
});

it('tells of its drain where it has no API, until its services have stopped', async () => {
  const settings = { VERBATIM_NOTICE_SECONDS: '2' };
  const { services, url } = await started(settings, server.url, '--only', 'projector');
  const ending = services.end('SIGTERM');
  await eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(503));
  expect(await ending).toBe(0);
});

it('ends in time with a plugin and a model that never answer', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'verbatim-drain-'));
  const model = await startOpenAiServer({ respond: () => ({ kind: 'hang' }) });
  try {
    const plugin = `export default { name: 'stuck', process() { for (;;); } };`;
    writeFileSync(join(folder, 'plugin_history_stuck.mjs'), plugin);
    const { services, url } = await started({
      VERBATIM_PLUGINS: folder,
      VERBATIM_PLUGINS_MILLISECONDS: '60000',
      OPENAI_API_KEY: 'sk-test',
      OPENAI_BASE_URL: model.baseUrl,
    });
    const conversation = new ConversationClient(url, 'stuck');
    await conversation.assign({ history: { triggerAt: 4, keepRecent: 2 }, plugins: ['stuck'] });
    await conversation.append(['a', 'b', 'c', 'd', 'e'].map(user));
    await eventually(() => expect(model.calls).toHaveLength(1));
    const stuck = conversation.tryContext({}).catch((error: unknown) => error);
    expect(await services.end('SIGTERM')).toBe(0);
    expect(String(await stuck)).toContain('fetch failed');
  } finally {
    await model.close();
    rmSync(folder, { recursive: true });
  }
});

it('finishes a context whose plugin takes its time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'verbatim-drain-'));
  try {
    const plugin = `export default { name: 'slow', async process(history) {
      await new Promise((resolve) => setTimeout(resolve, 1500)); return history.slice(-1); } };`;
    writeFileSync(join(folder, 'plugin_history_slow.mjs'), plugin);
    const { services, url } = await started({
      VERBATIM_PLUGINS: folder,
      VERBATIM_PLUGINS_MILLISECONDS: '30000',
      VERBATIM_SHUTDOWN_SECONDS: '60',
    });
    const conversation = new ConversationClient(url, 'slow');
    await conversation.assign({ plugins: ['slow'] });
    await conversation.append(['a', 'b'].map(user));
    await conversation.settled(2);
    const served = conversation.context({});
    await eventually(async () =>
      expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/builder_requests 1\n/),
    );
    expect(await services.end('SIGTERM')).toBe(0);
    expect(JSON.stringify((await served).body)).not.toContain('"a"');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('ends in time with a Postgres that never answers', async () => {
  const way = await WayToPostgres.open(server.url);
  try {
    const { services, url } = await started({ VERBATIM_SHUTDOWN_SECONDS: '3' }, way.url);
    way.freeze();
    const stuck = fetch(`${url}/v1/conversations`).catch(() => null);
    expect([0, 1]).toContain(await services.end('SIGTERM'));
    await stuck;
  } finally {
    await way.close();
  }
});
