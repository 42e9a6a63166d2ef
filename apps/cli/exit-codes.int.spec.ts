import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exitCodeMeanings, exitCodes } from './exit-codes';
import { ApiUnderTest } from './testing/api-under-test';
import { runCommand } from './testing/command-run';
import { VerbatimProcess } from './testing/verbatim-process';

const api = new ApiUnderTest();
const nowhere = join(tmpdir(), 'verbatim-nowhere');
const refusal = (status: number, code: string) => ({ status, body: JSON.stringify({ code, detail: 'no' }) });

test.each([
  ['done', ['conversations'], { body: '{"items":[],"next":null}' }],
  ['done', ['conversations', '--help'], { body: '' }],
  ['failed', ['state', 'nobody'], refusal(404, 'conversation-not-found')],
  ['failed', ['audit', 'verify', 'a'], { body: '{"segments":"ok","fold":"differs","sent":"unknown"}' }],
  ['failed', ['doctor'], { body: '{"checks":[{"check":"lag","status":"problem","detail":"stuck"}]}' }],
  ['usage', ['histroy', 'chat'], { body: '' }],
  ['usage', ['history', 'chat', '--limit', 'none'], { body: '' }],
  ['usage', ['audit', 'verify'], { body: '' }],
  ['unauthenticated', ['conversations'], refusal(401, 'unauthenticated')],
  ['unauthenticated', ['conversations'], refusal(403, 'forbidden')],
] as const)('%s: verbatim %s', async (name, words, answer) => {
  api.answer = () => answer;
  expect((await api.verbatim(...words)).code).toBe(exitCodes[name]);
});

test('unreachable: no service in the data folder, none at the address', async () => {
  expect((await runCommand('conversations', '--data', nowhere)).code).toBe(exitCodes.unreachable);
  expect((await runCommand('lag', '--url', 'http://127.0.0.1:1')).code).toBe(exitCodes.unreachable);
});

test('a process ends with the code, of bad settings too', async () => {
  const unknown = new VerbatimProcess('serve', '--log-level', 'loud', '--data', nowhere);
  const unreachable = new VerbatimProcess('conversations', '--data', nowhere);
  expect(await unknown.exitCode()).toBe(exitCodes.usage);
  expect(await unreachable.exitCode()).toBe(exitCodes.unreachable);
});

test('every code is explained by the help', async () => {
  const { out } = await runCommand('--help');
  expect(Object.values(exitCodes)).toEqual([...new Set(Object.values(exitCodes))]);
  for (const [name, code] of Object.entries(exitCodes)) {
    expect(out).toContain(`  ${code}  ${exitCodeMeanings[name as keyof typeof exitCodes]}`);
  }
});
