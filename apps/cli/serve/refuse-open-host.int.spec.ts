import { ConfigurationError, createLogger } from '@verbatim/platform';
import { testDatabase, type TestDatabase } from '../../../test/support/postgres';
import { runCommand } from '../testing/command-run';
import { configured } from './serve-options';
import { startServe, type Serving } from './start-serve';

jest.setTimeout(60_000);

const secret = 'hunter2-hunter2-hunter2';
let database: TestDatabase;
let logged = '';

beforeAll(async () => {
  database = await testDatabase();
});

afterAll(() => database.drop());

/** As `serve --host … --only …` does. */
function serve(host: string, only: string, env: NodeJS.ProcessEnv = {}): Promise<Serving> {
  const { configuration, names } = configured({ host, port: '0', database: database.url, only }, env);
  const logger = createLogger('spec', 'trace', { write: (line) => void (logged += line) });
  return startServe(configuration, names, logger);
}

/** On loopback whatever it listens on. */
async function statusOf(url: string, path: string, key?: string): Promise<number> {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  return (await fetch(`${url}${path}`, { headers })).status;
}

test.each(['projector', 'summarizer', 'context-builder'])(
  'outside loopback %s does not start without API keys, and says what to do',
  async (name) => {
    const starting = serve('0.0.0.0', name);
    await expect(starting).rejects.toThrow(ConfigurationError);
    await expect(starting).rejects.toThrow(/host: "0\.0\.0\.0" is open .* VERBATIM_API_KEYS .* keys create/);
  },
);

test('it starts with configured keys, needs them, and writes no secret anywhere', async () => {
  const env = { VERBATIM_API_KEYS: `acme:admin+read:${secret}` };
  const { url, stop } = await serve('0.0.0.0', 'context-builder', env);
  try {
    expect(await statusOf(url, '/readyz')).toBe(200);
    expect(await statusOf(url, '/v1/conversations')).toBe(401);
    expect(await statusOf(url, '/v1/conversations', `${secret}x`)).toBe(401);
    const verbatim = (...words: string[]) => runCommand(...words, '--url', url, '--api-key', secret);
    const made = await verbatim('keys', 'create', '--scopes', 'read', '--json');
    const { key, id } = JSON.parse(made.out) as { key: string; id: string };
    const listed = await verbatim('keys', 'list', '--json');
    expect(listed.out).toContain(`"id":"${id}"`);
    expect((await runCommand('conversations', '--url', url, '--api-key', key)).code).toBe(0);
    const refused = await verbatim('append', 'c', '--role', 'user', '--text', 't');
    expect(refused.err).toContain('forbidden: the API key does not have the scope append (use a key');
    expect((await verbatim('keys', 'revoke', id)).code).toBe(0);
    for (const hidden of ['hunter2', key.slice('vk_'.length)]) {
      expect(logged + listed.out + listed.err + refused.err).not.toContain(hidden);
    }
  } finally {
    await stop();
  }
});

test('it starts with a key in the database, until that is revoked', async () => {
  const local = await serve('127.0.0.1', 'context-builder');
  const at = ['--url', local.url, '--tenant', 'acme'];
  const made = await runCommand('keys', 'create', ...at, '--scopes', 'read', '--json');
  const { key, id } = JSON.parse(made.out) as { key: string; id: string };
  try {
    const open = await serve('0.0.0.0', 'context-builder');
    expect(await statusOf(open.url, '/v1/conversations')).toBe(401);
    expect(await statusOf(open.url, '/v1/conversations', key)).toBe(200);
    await open.stop();
    expect((await runCommand('keys', 'revoke', id, ...at)).code).toBe(0);
    await expect(serve('0.0.0.0', 'projector')).rejects.toThrow(ConfigurationError);
  } finally {
    await local.stop();
  }
});
