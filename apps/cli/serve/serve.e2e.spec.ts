import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDatabase } from '../../../test/support/postgres';
import { runCommand } from '../testing/command-run';
import { VerbatimProcess } from '../testing/verbatim-process';

jest.setTimeout(60_000);

// Postgres may run as another user, who must be able to reach its data.
const directory = mkdtempSync(join(tmpdir(), 'verbatim-serve-'));
chmodSync(directory, 0o711);
const data = join(directory, 'data');
const serve = (...words: string[]): VerbatimProcess =>
  new VerbatimProcess('serve', '--port', '0', '--data', data, '--log-level', 'warn', ...words);
const verbatim = (...words: string[]) => runCommand(...words, '--data', data);

afterAll(async () => {
  await postgresGone();
  rmSync(directory, { recursive: true, force: true });
});

/** The pid of the embedded server, from Postgres's own file; undefined where none runs. */
function postgresPid(): number | undefined {
  try {
    return Number(readFileSync(join(data, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return undefined;
  }
}

async function postgresGone(): Promise<void> {
  const pid = postgresPid();
  if (pid !== undefined) process.kill(pid, 'SIGINT');
  while (postgresPid() !== undefined) await new Promise((resolve) => setTimeout(resolve, 50));
}

test('everything runs in one process, and its data outlive it however it ends', async () => {
  const first = serve();
  const url = await first.listening();
  expect(JSON.parse(readFileSync(join(data, 'serve.json'), 'utf8'))).toEqual({ url, pid: first.process.pid });
  expect((await fetch(`${url}/readyz`)).status).toBe(200);

  const chat = join(directory, 'chat.json');
  writeFileSync(
    chat,
    '[{"role":"user","content":"hello", "n": 1.0},{"role":"assistant","content":"good day"}]',
  );
  const imported = await verbatim('import', chat);
  expect(imported).toMatchObject({
    code: 0,
    out: `${chat}: 2 messages into chat: 2 new, 0 were there already\n`,
  });

  const second = serve();
  expect(await second.exitCode()).toBe(1);
  expect(second.stdout).toBe('');
  expect(second.stderr).toMatch(
    new RegExp(`^verbatim: .* is in use by process ${first.process.pid}, at ${url}\\.`),
  );
  expect((await fetch(`${url}/healthz`)).status).toBe(200);

  await first.end('SIGKILL');
  expect((await verbatim('conversations')).err).toContain(`no Verbatim serves ${data}`);

  const third = serve();
  await third.listening();
  const again = await verbatim('import', chat);
  expect(again.out).toBe(`${chat}: 2 messages into chat: 0 new, 2 were there already\n`);
  const { out } = await verbatim('history', 'chat', '--json');
  const { items } = JSON.parse(out) as { items: { message: { content: string } }[] };
  expect(items.map(({ message }) => message.content)).toEqual(['hello', 'good day']);
  expect(out).toContain('{"role":"user","content":"hello", "n": 1.0}');

  const context = await verbatim('context', 'chat', '--model', 'gpt-4o', '--target', 'openai-chat', '--json');
  expect(context).toMatchObject({ code: 0, err: '' });
  const { callId } = JSON.parse(context.out) as { callId: string };
  expect((await verbatim('calls', 'chat')).out).toContain(callId);
  expect((await verbatim('audit', 'verify', callId)).code).toBe(0);
  expect((await verbatim('audit', 'verify', '--all')).out).toBe('1 call verified, 0 failed\n');

  expect(await third.end('SIGTERM')).toBe(0);
  expect(third.stdout.split('\n')).toHaveLength(2);
  expect(postgresPid()).toBeUndefined();
  expect((await verbatim('conversations')).code).toBe(3);
});

test('one service alone shows its health, drains on SIGINT and leaves the data folder alone', async () => {
  const database = await testDatabase();
  const elsewhere = join(directory, 'elsewhere');
  const projector = serve('--only', 'projector', '--database', database.url, '--data', elsewhere);
  const url = await projector.listening();
  const ready = await fetch(`${url}/readyz`);
  expect(await ready.json()).toMatchObject({ components: { projector: { status: 'up' } } });
  expect((await fetch(`${url}/v1/conversations`)).status).toBe(404);
  expect(() => readFileSync(join(elsewhere, 'serve.json'))).toThrow('ENOENT');
  expect(await projector.end('SIGINT')).toBe(0);
  await database.drop();
});

describe('a start that fails says why in one sentence', () => {
  test('a port that is taken; and leaves no Postgres running', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const failed = serve('--port', String(port));
    expect(await failed.exitCode()).toBe(1);
    expect(failed.stderr).toContain(`verbatim: port ${port} on 127.0.0.1 is taken: stop what listens there`);
    expect(failed.stdout).toBe('');
    expect(postgresPid()).toBeUndefined();
    other.close();
  });

  test('a database that is not there, without its password', async () => {
    const failed = serve('--database', 'postgres://u:geheim@127.0.0.1:9/x');
    expect(await failed.exitCode()).toBe(1);
    expect(failed.stderr).toMatch(/^verbatim: the database cannot be used: .*ECONNREFUSED.*\n$/);
    expect(failed.stderr).not.toContain('geheim');
  });

  test('a configuration at fault, with code 2', async () => {
    const failed = serve('--only', 'projector');
    expect(await failed.exitCode()).toBe(2);
    expect(failed.stderr).toContain('--only: needs --database');
  });
});
