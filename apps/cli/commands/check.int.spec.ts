import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../testing/command-run';

const directory = mkdtempSync(join(tmpdir(), 'verbatim-check-'));
afterAll(() => rmSync(directory, { recursive: true }));

function file(name: string, content: unknown): string {
  const path = join(directory, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const hello = { role: 'user', content: 'hello' };
const event = { specversion: '1.0', id: 'e1', type: 'MessageAppended', subject: 's', data: hello };

test.each<[string, unknown]>([
  ['a list of messages', [hello, hello]],
  ['the body of a request', { model: 'gpt-4o', messages: [hello, hello] }],
  ['a message a line', `${JSON.stringify(hello)}\n\n${JSON.stringify(hello)}\n`],
  ['a list of CloudEvents', [event, event]],
  ['a CloudEvent a line', `${JSON.stringify(event)}\n${JSON.stringify(event)}`],
])('takes %s', async (_, content) => {
  const samples = file('samples.json', content);
  const { code, out, err } = await runCommand('check', samples);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toBe(`${samples}, record 0: OK\n${samples}, record 1: OK\n`);
});

test('names the record at fault with code and sentence, and ends with 1', async () => {
  const samples = file('bad.json', [hello, { role: 'robot', content: 'x' }]);
  const { code, out, err } = await runCommand('check', samples);
  expect(code).toBe(1);
  expect(out).toContain('bad.json, record 0: OK\n');
  expect(out).toContain('bad.json, record 1: event-invalid: data.role: "robot" is not a role (');
  expect(err).toBe('verbatim: 1 of 2 records would not be taken\n');
});

test.each<[string, unknown, string]>([
  ['an event of another type', { ...event, type: 'OrderPlaced' }, 'event-type-unknown: type: OrderPlaced'],
  ['an event without data', { ...event, data: undefined }, 'event-invalid: data is missing'],
  ['an event without subject', { ...event, subject: null }, 'event-invalid: subject is missing'],
  [
    'a newer version',
    { ...event, dataversion: 2 },
    'event-version-unknown: dataversion 2 of MessageAppended',
  ],
  ['a message over the limit', { ...hello, content: 'x'.repeat(600_000) }, 'too-large: data: 600000 bytes'],
])('refuses %s', async (_, content, sentence) => {
  const { code, out } = await runCommand('check', file('sample.json', content));
  expect(code).toBe(1);
  expect(out).toContain(sentence);
});

test('reads messages in the format that is given', async () => {
  const canonical = { role: 'user', parts: [{ type: 'text', text: 'hello' }] };
  const samples = file('canonical.json', [canonical]);
  expect((await runCommand('check', samples)).code).toBe(0);
  const { out } = await runCommand('check', samples, '--format', 'openai-chat');
  expect(out).toContain('event-invalid: data.content is missing');
});

test('reads the body of another provider, and what stands apart in it', async () => {
  const result = { type: 'tool_result', tool_use_id: 't1', content: 'x' };
  const body = {
    system: 'Be terse.',
    messages: [hello, { role: 'user', content: [result, { type: 'text' }] }],
  };
  const { code, out } = await runCommand('check', file('body.json', body), '--format', 'anthropic');
  expect(code).toBe(1);
  const [system, first, second] = out.split('\n');
  expect(system).toMatch(/record 0: OK$/);
  expect(first).toMatch(/record 1: OK$/);
  expect(second).toContain('record 2: event-invalid: data.content[1].text is missing');
});

test('reads items a line, also those that have an input', async () => {
  const call = { type: 'custom_tool_call', call_id: 'c1', name: 'shell', input: 'ls' };
  const answer = { type: 'custom_tool_call_output', call_id: 'c1', output: 'README.md' };
  const items = [call, answer].map((item) => JSON.stringify(item)).join('\n');
  const { out } = await runCommand('check', file('items.jsonl', items), '--format', 'openai-responses');
  expect(out.match(/: OK$/gm)).toHaveLength(2);
});

test('answers in JSON too', async () => {
  const samples = file('json.json', [{ role: 'user' }]);
  const { code, out } = await runCommand('check', samples, '--json');
  const fault = { code: 'event-invalid', detail: 'data.content is missing' };
  expect(JSON.parse(out)).toEqual({ records: [{ file: samples, record: 0, fault }] });
  expect(code).toBe(1);
});

describe('a contract', () => {
  const message = { role: 'user', parts: [{ type: 'text', text: 'hello' }] };
  const headers = { ce_type: 'MessageAppended', ce_subject: 's' };
  const record = { name: 'a question', headers, value: hello, message };
  const contract = (...records: object[]) => file('contract.json', { producer: 'shop', records });

  test('is kept where each record is read as it says', async () => {
    const { code, out } = await runCommand(
      'check',
      contract(record, { name: 'structured', value: event, message }),
    );
    expect(out).toContain('record 0 (a question): OK\n');
    expect(code).toBe(0);
  });

  test('is broken where one is read as another message', async () => {
    const other = { ...record, value: { ...hello, content: 'goodbye' } };
    const { code, out } = await runCommand('check', contract(record, other));
    expect(code).toBe(1);
    expect(out).toContain('record 1 (a question): contract-broken: read as {"role":"user"');
  });

  test('is refused where it is none', async () => {
    const { err } = await runCommand('check', contract({ value: event }));
    expect(err).toContain('contract.json: contract.records[0].name is missing');
  });
});

test('a file without a record is no proof', async () => {
  const { code, err } = await runCommand('check', file('empty.json', '[]'));
  expect({ code, err }).toEqual({ code: 1, err: 'verbatim: there is no record in these files\n' });
});
