import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiUnderTest } from './testing/api-under-test';
import { runCommand } from './testing/command-run';

const api = new ApiUnderTest();

describe('errors', () => {
  test('a problem document becomes code, detail and what to do', async () => {
    api.answer = () => ({
      status: 404,
      body: '{"status":404,"code":"conversation-not-found","detail":"there is no conversation \\"x\\""}',
    });
    const { code, out, err } = await api.verbatim('state', 'x');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toBe(
      'verbatim: conversation-not-found: there is no conversation "x" (`verbatim conversations` lists them)\n',
    );
  });

  test('an error of something in between is shown as far as it goes', async () => {
    api.answer = () => ({ status: 502, body: '<html>Bad gateway</html>' });
    const { code, err } = await api.verbatim('conversations');
    expect({ code, err }).toEqual({ code: 1, err: 'verbatim: http-502: <html>Bad gateway</html>\n' });
  });

  test('another service is told from Verbatim', async () => {
    api.answer = () => ({ body: 'hello' });
    const { code, err } = await api.verbatim('conversations');
    expect(code).toBe(1);
    expect(err).toContain('does not answer as Verbatim does');
  });

  test('nothing that answers is said with its address', async () => {
    const { url } = api.server;
    await api.stop();
    const { code, err } = await runCommand('conversations', '--url', url);
    expect(code).toBe(3);
    expect(err).toContain(`nothing answers at ${url}`);
    expect(err).toContain('ECONNREFUSED');
  });

  test('a data folder that nothing serves is said, with what to do', async () => {
    const nowhere = join(tmpdir(), 'verbatim-nowhere');
    const { code, err } = await runCommand('conversations', '--data', nowhere);
    expect(code).toBe(3);
    expect(err).toContain(`no Verbatim serves ${nowhere}: start one with \`verbatim serve`);
  });
});

describe('audit verify', () => {
  test('asks for every call by its own id, whatever a terminal would show', async () => {
    const callId = 'line\none\u0085';
    api.answer = ({ path }) => ({
      body:
        path.startsWith('/v1/calls?') || path === '/v1/calls'
          ? JSON.stringify({ items: [{ callId }], next: null })
          : '{"segments":"ok","fold":"ok","sent":"unknown"}',
    });
    const { code, out } = await api.verbatim('audit', 'verify', '--all');
    expect([code, out]).toEqual([0, '1 call verified, 0 failed\n']);
    expect(api.asked.at(-1)).toBe(`GET /v1/calls/${encodeURIComponent(callId)}/verify`);
  });
});

describe('output', () => {
  test('--json gives the answer as it was served, the exact numbers too', async () => {
    const body = '{"messages":3, "tokens": 12345678901234567890,"x":1.0}';
    api.answer = () => ({ body });
    expect(await api.verbatim('state', 'a/b', '--json')).toEqual({ code: 0, out: `${body}\n`, err: '' });
    expect(api.asked).toEqual(['GET /v1/conversations/a%2Fb']);
  });

  test('a long list pages by itself and stays as it came', async () => {
    api.answer = ({ path }) =>
      path.includes('after=c%2F1')
        ? { body: '{"items":[{"id":3}],"next":null}' }
        : {
            body: '{"items":[{"id":1.0},{"id":2}],"next":"c/1"}',
          };
    const { out } = await api.verbatim('conversations', '--json');
    expect(out).toBe('{"items":[{"id":1.0},{"id":2},{"id":3}],"next":null}\n');
  });

  test('a limit holds across pages, and --json says where it goes on', async () => {
    api.answer = ({ path }) => ({
      body: path.includes('from=3')
        ? '{"items":[{"n":3},{"n":4}],"next":5}'
        : '{"items":[{"n":1},{"n":2}],"next":3}',
    });
    const { out } = await api.verbatim('history', 'c', '--limit', '3', '--json');
    expect(api.asked).toEqual([
      'GET /v1/conversations/c/history?limit=3',
      'GET /v1/conversations/c/history?from=3&limit=1',
    ]);
    expect(JSON.parse(out)).toEqual({ items: [{ n: 1 }, { n: 2 }, { n: 3 }], next: '5' });
  });

  test('history shows calls and results as lines, and as it came what cannot be read so', async () => {
    const other = '{"role":"assistant","content":null,"n":1.0,"tool_calls":[]}';
    const call = '{"id":"c1","type":"function","function":{"name":"search","arguments":"{\\"q\\": 1}"}}';
    const messages = [
      '{"role":"user","content":"line 1\\nline\\u001b 2"}',
      `{"role":"assistant","content":"Looking.","tool_calls":[${call}]}`,
      '{"role":"tool","tool_call_id":"c1","content":"none"}',
      other,
    ];
    const items = messages.map(
      (message, at) => `{"id":"e${at}","position":${at},"time":"T","role":"r","message":${message}}`,
    );
    api.answer = () => ({ body: `{"items":[${items.join(',')}],"next":null}` });
    const { out } = await api.verbatim('history', 'c');
    expect(out).toBe(
      [
        '#0  r  T  e0\nline 1\nline\\u001b 2\n\n',
        '#1  r  T  e1\nLooking.\n→ search({"q": 1})  c1\n\n',
        '#2  r  T  e2\n← result of c1: none\n\n',
        `#3  r  T  e3\n${other}\n\n`,
      ].join(''),
    );
  });

  test('a context is shown by what went in, without words where the key may not read; --body gives its bytes', async () => {
    api.answer = ({ headers, method }) => {
      if (method === 'GET') return { status: 403, body: '{"code":"forbidden","detail":"no scope read"}' };
      return headers.accept === 'application/octet-stream'
        ? { body: '{"messages": [ ]}' }
        : {
            body: '{"callId":"k","tokens":7,"body":{},"segments":[{"kind":"message","role":"user","tokens":7,"event":"e"}]}',
          };
    };
    const shown = await api.verbatim('context', 'c', '--model', 'm');
    expect(shown.out).toBe('call    k\ntokens  7\n\nKind     Role  Tokens  Id\nmessage  user       7  e\n');
    expect(api.asked.at(-1)).toBe('GET /v1/calls/k/seen');
    const bytes = await api.verbatim('context', 'c', '--model', 'm', '--body');
    expect(bytes.out).toBe('{"messages": [ ]}');
  });
});
