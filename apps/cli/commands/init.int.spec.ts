import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfiguration } from '@verbatim/platform';
import { testDatabase } from '../../../test/support/postgres';
import { runCommand } from '../testing/command-run';
import { VerbatimProcess } from '../testing/verbatim-process';

// A service is started from its sources.
jest.setTimeout(60_000);

const directory = mkdtempSync(join(tmpdir(), 'verbatim-init-'));
const data = join(directory, 'data');
const path = (name: string): string => join(directory, name);

beforeAll(async () => {
  const { code, out } = await runCommand('init', directory, '--data', data);
  expect(code).toBe(0);
  expect(out).toContain(`wrote ${path('verbatim.yaml')}\n`);
});

afterAll(() => rmSync(directory, { recursive: true }));

test('the commands that it names work as printed: serve, policy set, import', async () => {
  const { next } = JSON.parse((await runCommand('init', path('again'), '--data', data, '--json')).out) as {
    next: string[];
  };
  const [serve, ...others] = next.map((line) => line.split(' ').slice(1));
  const database = await testDatabase();
  const service = new VerbatimProcess(...(serve ?? []), '--port', '0', '--database', database.url);
  await service.listening();
  for (const words of others) expect(await runCommand(...words)).toMatchObject({ code: 0, err: '' });
  const assigned = await runCommand('policy', 'assign', 'sample-conversation', 'support', '--data', data);
  expect(assigned.out).toMatch(/^sample-conversation follows support from now on, version [0-9a-f]{12}\n$/);
  const state = await runCommand('state', 'sample-conversation', '--data', data, '--json');
  expect(JSON.parse(state.out)).toMatchObject({ messages: 16, openCalls: [] });

  const shown = path('shown.yaml');
  writeFileSync(shown, (await runCommand('policy', 'show', 'support', '--data', data)).out);
  const version = async (name: string): Promise<unknown> => {
    const { out } = await runCommand('policy', 'show', name, '--data', data, '--json');
    return (JSON.parse(out) as { version: unknown }).version;
  };
  expect(await runCommand('policy', 'set', 'copy', shown, '--data', data)).toMatchObject({ code: 0 });
  expect(await version('copy')).toBe(await version('support'));

  expect(await service.end('SIGTERM')).toBe(0);
  // Off a terminal the log stays JSON, one line each.
  service.stderr
    .trimEnd()
    .split('\n')
    .forEach((line) => expect(JSON.parse(line)).toMatchObject({ name: 'verbatim', level: 'info' }));
  expect(service.stderr).not.toContain('"context":"Nest');
  await database.drop();
});

test('files that are there are kept, and nothing is written beside them', async () => {
  const folder = path('half');
  await runCommand('init', folder);
  rmSync(join(folder, 'verbatim.yaml'));
  writeFileSync(join(folder, 'support-policy.yaml'), 'mine');
  const { code, err } = await runCommand('init', folder);
  expect(code).toBe(1);
  expect(err).toContain(`nothing was written: ${join(folder, 'support-policy.yaml')}, `);
  expect(readFileSync(join(folder, 'support-policy.yaml'), 'utf8')).toBe('mine');
  expect(existsSync(join(folder, 'verbatim.yaml'))).toBe(false);
});

test('the settings in comments are settings that work', () => {
  const text = readFileSync(path('verbatim.yaml'), 'utf8');
  const uncommented = text.replaceAll(/^#(?! )|^#(?= {2})/gm, '');
  expect(uncommented).not.toBe(text);
  writeFileSync(path('all.yaml'), uncommented);
  expect(loadConfiguration({ env: {}, file: path('all.yaml') })).toMatchObject({
    data,
    port: 8080,
    database: 'postgres://user:password@127.0.0.1:5432/verbatim',
    kafka: { brokers: ['127.0.0.1:9092'] },
    summarizer: { model: 'gpt-4o-mini' },
    window: { ceiling: 200 },
  });
});
