import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiUnderTest } from '../testing/api-under-test';

const api = new ApiUnderTest();
const folder = mkdtempSync(join(tmpdir(), 'verbatim-append-'));
afterAll(() => rmSync(folder, { recursive: true }));

beforeEach(() => (api.answer = () => ({ body: '{"events":[{"id":"e1"}],"cursor":"c"}' })));

function fileOf(text: string | Buffer): string {
  const file = join(folder, 'message.json');
  writeFileSync(file, text);
  return file;
}

describe('append', () => {
  it.each([
    [['--role', 'user', '--text', 'a "b"'], String.raw`{"messages":[{"role":"user","content":"a \"b\""}]}`],
    [
      ['--role', 'tool', '--call', 'call_1', '--text', ''],
      '{"messages":[{"role":"tool","tool_call_id":"call_1","content":""}]}',
    ],
    [
      ['--role', 'assistant', '--tool-call', 'c1:find:{"q": 1.0, "at":"a:b"}', '--tool-call', 'c2:stop'],
      String.raw`{"messages":[{"role":"assistant","content":null,"tool_calls":[` +
        String.raw`{"id":"c1","type":"function","function":{"name":"find","arguments":"{\"q\": 1.0, \"at\":\"a:b\"}"}},` +
        String.raw`{"id":"c2","type":"function","function":{"name":"stop","arguments":"{}"}}]}]}`,
    ],
  ])('sends %j', async (words, body) => {
    const { code, out, err } = await api.verbatim('append', 'a/b', ...words);
    expect({ code, out, err }).toEqual({ code: 0, out: 'appended e1\n', err: '' });
    expect(api.asked).toEqual(['POST /v1/conversations/a%2Fb/messages']);
    expect(api.server.requests[0]?.body).toBe(body);
  });

  it('sends a message of a file byte for byte, in the format that is named', async () => {
    const message = '{"role":"user", "content": [ ], "n": 1.0}';
    await api.verbatim('append', 'c', '--file', fileOf(`\n${message}\n`), '--format', 'anthropic');
    expect(api.server.requests[0]?.body).toBe(`{"format":"anthropic","messages":[${message}]}`);
  });

  type Refused = [words: readonly string[], reason: string, exitCode?: number];

  it.each<Refused>([
    [['--text', 'x'], '--role'],
    [['--role', 'user'], '--text'],
    [['--role', 'tool', '--text', 'x'], '--call'],
    [['--role', 'user', '--text', 'x', '--call', 'c'], '--call goes with --role tool'],
    [['--role', 'user', '--text', 'x', '--tool-call', 'a:b'], '--tool-call goes with --role assistant'],
    [['--role', 'assistant', '--tool-call', 'find'], 'expected ID:NAME:ARGUMENTS'],
    [['--role', 'assistant', '--tool-call', 'a:b:{x'], '--tool-call a: the arguments are not JSON'],
    [['--role', 'assistant', '--tool-call', 'a:b:[1]'], '--tool-call a: the arguments are no JSON object'],
    [['--role', 'user', '--text', 'x', '--format', 'anthropic'], '--format goes with --file'],
    [['--file', 'FILE', '--role', 'user'], '--file is a whole message'],
    [['--file', 'FILE'], 'is not one message', 1],
    [['--file', join(folder, 'missing')], 'cannot be read', 1],
  ])('refuses %j and sends nothing', async (words, reason, exitCode = 2) => {
    const file = fileOf('[1]');
    const { code, err } = await api.verbatim(
      'append',
      'c',
      ...words.map((word) => word.replace('FILE', file)),
    );
    expect(code).toBe(exitCode);
    expect(err).toContain(reason);
    expect(api.asked).toEqual([]);
  });
});

describe('the description of a conversation', () => {
  it('sends what was given; an empty value takes away', async () => {
    const metadata = ['a=2', 'b=true', 'c=01', 'd=', 'e=x=y'].flatMap((each) => ['--metadata', each]);
    const { out } = await api.verbatim('describe', 'c', '--title', 'Lost', '--user', '', ...metadata);
    expect(out).toBe('described c\n');
    expect(api.asked).toEqual(['PATCH /v1/conversations/c']);
    expect(JSON.parse(api.server.requests[0]?.body ?? '')).toEqual({
      title: 'Lost',
      user: null,
      metadata: { a: 2, b: true, c: '01', d: null, e: 'x=y' },
    });
  });

  it.each([
    [[], 'nothing to change'],
    [['--metadata', 'a'], 'Expected key=value'],
  ])('refuses %j', async (words, reason) => {
    const { code, err } = await api.verbatim('describe', 'c', ...words);
    expect([code, api.asked]).toEqual([2, []]);
    expect(err).toContain(reason);
  });
});

describe('conversations', () => {
  it('asks for those that are wanted, newest first, and shows what they are called', async () => {
    const item = {
      id: 'c',
      title: 'Lost',
      user: 'ann',
      messages: 1200,
      live: 3,
      checkpoints: 0,
      policy: 'chat',
    };
    api.answer = () => ({ body: JSON.stringify({ items: [item], next: null }) });
    const filters = ['--user', 'ann', '--title', 'lo', '--metadata', 'a.b=1', '--metadata', 'k=x y'];
    const { out } = await api.verbatim('conversations', ...filters, '--newest', '--limit', '5');
    const query = 'user=ann&title=lo&order=newest&metadata.a.b=1&metadata.k=x+y&limit=5';
    expect(api.asked).toEqual([`GET /v1/conversations?${query}`]);
    expect(out).toMatch(/^Conversation +Title +User +Messages +Live +Summaries +Policy +Updated\n/);
    expect(out).toMatch(/\nc +Lost +ann +1,200 +3 +0 +chat\n$/);
  });
});
