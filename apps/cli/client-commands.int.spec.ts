import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiServer, type Answer, type SeenRequest } from './testing/api-server';
import { runCommand } from './testing/command-run';

const directory = mkdtempSync(join(tmpdir(), 'verbatim-cli-'));
let server: ApiServer;
let answer: (request: SeenRequest) => Answer;

beforeEach(async () => {
  server = await ApiServer.start((request) => answer(request));
});
afterEach(() => server.stop());
afterAll(() => rmSync(directory, { recursive: true }));

const verbatim = (...words: string[]) => runCommand(...words, '--url', server.url);
const asked = () => server.requests.map(({ method, path }) => `${method} ${path}`);

function file(name: string, content: string): string {
  writeFileSync(join(directory, name), content);
  return join(directory, name);
}

describe('errors', () => {
  test('a problem document becomes code, detail and what to do', async () => {
    answer = () => ({
      status: 404,
      body: '{"status":404,"code":"conversation-not-found","detail":"there is no conversation \\"x\\""}',
    });
    const { code, out, err } = await verbatim('state', 'x');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toBe(
      'verbatim: conversation-not-found: there is no conversation "x" (`verbatim conversations` lists them)\n',
    );
  });

  test('an error of something in between is shown as far as it goes', async () => {
    answer = () => ({ status: 502, body: '<html>Bad gateway</html>' });
    const { code, err } = await verbatim('conversations');
    expect({ code, err }).toEqual({ code: 1, err: 'verbatim: http-502: <html>Bad gateway</html>\n' });
  });

  test('another service is told from Verbatim', async () => {
    answer = () => ({ body: 'hello' });
    const { code, err } = await verbatim('conversations');
    expect(code).toBe(1);
    expect(err).toContain('does not answer as Verbatim does');
  });

  test('nothing that answers is said with its address', async () => {
    const { url } = server;
    await server.stop();
    const { code, err } = await runCommand('conversations', '--url', url);
    server = await ApiServer.start((request) => answer(request));
    expect(code).toBe(1);
    expect(err).toContain(`nothing answers at ${url}`);
    expect(err).toContain('ECONNREFUSED');
  });

  test('a data folder that nothing serves is said, with what to do', async () => {
    const { code, err } = await runCommand('conversations', '--data', directory);
    expect(code).toBe(1);
    expect(err).toContain(`no Verbatim serves ${directory}: start one with \`verbatim serve`);
  });
});

describe('output', () => {
  test('--json gives the answer as it was served, the exact numbers too', async () => {
    const body = '{"messages":3, "tokens": 12345678901234567890,"x":1.0}';
    answer = () => ({ body });
    expect(await verbatim('state', 'a/b', '--json')).toEqual({ code: 0, out: `${body}\n`, err: '' });
    expect(asked()).toEqual(['GET /v1/conversations/a%2Fb']);
  });

  test('a long list pages by itself and stays as it came', async () => {
    answer = ({ path }) =>
      path.includes('after=c%2F1')
        ? { body: '{"items":[{"id":3}],"next":null}' }
        : {
            body: '{"items":[{"id":1.0},{"id":2}],"next":"c/1"}',
          };
    const { out } = await verbatim('conversations', '--json');
    expect(out).toBe('{"items":[{"id":1.0},{"id":2},{"id":3}],"next":null}\n');
  });

  test('a limit holds across pages, and --json says where it goes on', async () => {
    answer = ({ path }) => ({
      body: path.includes('from=3')
        ? '{"items":[{"n":3},{"n":4}],"next":5}'
        : '{"items":[{"n":1},{"n":2}],"next":3}',
    });
    const { out } = await verbatim('history', 'c', '--limit', '3', '--json');
    expect(asked()).toEqual([
      'GET /v1/conversations/c/history?limit=3',
      'GET /v1/conversations/c/history?from=3&limit=1',
    ]);
    expect(JSON.parse(out)).toEqual({ items: [{ n: 1 }, { n: 2 }, { n: 3 }], next: '5' });
  });

  test('history shows text as text, and everything else as it came', async () => {
    const call = '{"role":"assistant","content":null,"n":1.0,"tool_calls":[]}';
    const items = [
      '{"id":"a","position":1,"time":"T1","role":"user","message":{"role":"user","content":"line 1\\nline\\u001b 2"}}',
      `{"id":"b","position":2,"time":"T2","role":"assistant","message":${call}}`,
    ];
    answer = () => ({ body: `{"items":[${items.join(',')}],"next":null}` });
    const { out } = await verbatim('history', 'c');
    expect(out).toBe(`#1  user  T1  a\nline 1\nline\\u001b 2\n\n#2  assistant  T2  b\n${call}\n\n`);
  });

  test('a context is shown by what went in; --body gives its bytes', async () => {
    answer = ({ headers }) =>
      headers.accept === 'application/octet-stream'
        ? { body: '{"messages": [ ]}' }
        : {
            body: '{"callId":"k","tokens":7,"body":{},"segments":[{"kind":"message","role":"user","tokens":7,"event":"e"}]}',
          };
    const shown = await verbatim('context', 'c', '--model', 'm');
    expect(shown.out).toBe(
      'callId  k\ntokens  7\n\nKIND     ROLE  TOKENS  EVENT\nmessage  user  7       e\n',
    );
    const bytes = await verbatim('context', 'c', '--model', 'm', '--body');
    expect(bytes.out).toBe('{"messages": [ ]}');
  });
});

describe('audit verify', () => {
  const verdicts: Record<string, string> = {
    good: '{"segments":"ok","fold":"ok","sent":"unknown","differences":[]}',
    bad: '{"segments":"ok","fold":"differs","sent":"unknown","differences":[{"by":"fold"}]}',
    other: '{"segments":"ok","fold":"ok","sent":"differs","differences":[]}',
  };
  beforeEach(() => {
    answer = ({ path }) => ({
      body: path.startsWith('/v1/calls?')
        ? '{"items":[{"callId":"good"},{"callId":"bad"},{"callId":"other"}],"next":null}'
        : (verdicts[path.split('/')[3] ?? ''] ?? '{}'),
    });
  });

  test.each([
    ['good', 0],
    ['bad', 1],
    ['other', 1],
  ])('of the call "%s" ends with %d', async (call, code) => {
    expect((await verbatim('audit', 'verify', call)).code).toBe(code);
  });

  test('--all goes through every call and names those that fail', async () => {
    const { code, out, err } = await verbatim('audit', 'verify', '--all', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ verified: 3, failed: [{ callId: 'bad' }, { callId: 'other' }] });
    expect(err).toBe('verbatim: 2 of 3 calls do not verify\n');
  });

  test('wants one call or all', async () => {
    expect((await verbatim('audit', 'verify')).err).toContain('name one call, or give --all');
    expect((await verbatim('audit', 'verify', 'good', '--all')).code).toBe(1);
  });
});

describe('import', () => {
  test('publishes in batches and waits for the last message', async () => {
    let looks = 0;
    answer = ({ method, path }) => {
      if (method === 'POST') return { status: 202, body: '{"events":[],"cursor":"x"}' };
      if (path.includes('/messages/')) looks += 1;
      return looks > 2 ? { body: '{}' } : { status: 404, body: '{"code":"event-not-found","detail":"no"}' };
    };
    const messages = Array.from({ length: 501 }, (_, n) => `{"role":"user","content":"${n}"}`);
    const { code, out, err } = await verbatim('import', file('chat.json', `[${messages.join(',')}]`));
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('chat.json: 501 accepted into chat\n');
    const posts = server.requests.filter(({ method }) => method === 'POST');
    const sent = posts.map(({ body }) => JSON.parse(body) as { ids: string[]; messages: unknown[] });
    expect(sent.map(({ messages: list }) => list.length)).toEqual([500, 1]);
    const lastId = sent[1]?.ids[0] ?? '';
    expect(lastId).toMatch(/^import-[0-9a-f]{16}-500$/);
    expect(asked().at(-1)).toBe(`GET /v1/conversations/chat/messages/${lastId}`);
  });

  test('sends the same again for the same file', async () => {
    answer = () => ({ body: '{}' });
    const chat = file('same.json', '[{"role":"user","content":"a"}]');
    await verbatim('import', chat, '--no-wait');
    await verbatim('import', chat, '--no-wait');
    const [one, two, ...more] = server.requests.map(({ body }) => body);
    expect(one).toBe(two);
    expect(more).toEqual([]);
  });

  test('an error names the entry in the file, not the one in the batch', async () => {
    answer = ({ body }) =>
      body.includes('"500"')
        ? { status: 400, body: '{"code":"event-invalid","detail":"bad role","index":1}' }
        : { body: '{}' };
    const messages = Array.from({ length: 502 }, (_, n) => `{"content":"${n}"}`);
    const { code, err } = await verbatim('import', file('bad.json', `[${messages.join(',')}]`));
    expect(code).toBe(1);
    expect(err).toContain('bad.json, entry 501: event-invalid: bad role');
  });

  test('events go as a batch of CloudEvents', async () => {
    answer = () => ({ body: '{}' });
    const event = '{"id":"e1","type":"MessageAppended","subject":"s","data":{"role":"user","content":"x"}}';
    await verbatim('import', file('events.jsonl', `${event}\n`), '--format', 'events');
    expect(server.requests[0]).toMatchObject({ path: '/v1/events', body: `[${event}]` });
    expect(server.requests[0]?.headers['content-type']).toBe('application/cloudevents-batch+json');
    expect(asked()[1]).toBe('GET /v1/conversations/s/messages/e1');
  });

  test('a file that is not there, or not UTF-8, is named', async () => {
    expect((await verbatim('import', join(directory, 'none.json'))).err).toContain(
      'none.json cannot be read',
    );
    writeFileSync(join(directory, 'latin.json'), Buffer.from([0x5b, 0x22, 0xe9, 0x22, 0x5d]));
    expect((await verbatim('import', join(directory, 'latin.json'))).err).toContain(
      'latin.json is not UTF-8',
    );
  });
});

describe('configuration', () => {
  beforeEach(() => {
    answer = () => ({ body: '{"version":"v1"}' });
  });

  test('a policy in YAML is put as JSON, one in JSON as it is', async () => {
    await verbatim('policy', 'set', 'p', file('p.yaml', 'preset: agentkit\nwindow: { maxMessages: 10 }\n'));
    await verbatim('policy', 'set', 'p', file('p.json', '{"preset": "agentkit" }'));
    expect(server.requests.map(({ body }) => body)).toEqual([
      '{"preset":"agentkit","window":{"maxMessages":10}}',
      '{"preset": "agentkit" }',
    ]);
  });

  test('assigning and the default name a policy', async () => {
    await verbatim('policy', 'assign', 'c', 'p');
    await verbatim('policy', 'default', 'p');
    expect(asked()).toEqual(['PUT /v1/conversations/c/policy', 'PUT /v1/policies/default']);
    expect(server.requests.map(({ body }) => body)).toEqual(['{"name":"p"}', '{"name":"p"}']);
  });

  test('every model of a file is put by its id', async () => {
    const { out } = await verbatim('models', 'set', file('models.json', '[{"id":"a"},{"id":"b/c"}]'));
    expect(asked()).toEqual(['PUT /v1/models/a', 'PUT /v1/models/b%2Fc']);
    expect(out).toBe('set a\nset b/c\n');
  });
});

test('a dead letter is shown with the record as it came', async () => {
  const raw = Buffer.from('not\u0000json').toString('base64');
  answer = () => ({ body: `{"id":"2","kind":"unreadable","raw":"${raw}"}` });
  const { out } = await verbatim('dead-letters', 'show', '2');
  expect(asked()).toEqual(['GET /v1/dead-letters/2']);
  expect(out).toBe('id    2\nkind  unreadable\n\nnot\\u0000json\n');
});
