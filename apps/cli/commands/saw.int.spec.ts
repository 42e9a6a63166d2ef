import { ApiUnderTest } from '../testing/api-under-test';

const api = new ApiUnderTest();

const segment = (position: number, kind: string, role: string, text: string, more: object = {}) => {
  return {
    event: `e${position}`,
    position,
    kind,
    role,
    tokens: 8,
    sha256: 'x',
    text,
    characters: 1,
    ...more,
  };
};
const omitted = { code: 'result-omitted', detail: 'the policy keeps the last 1 results', tokens: 250 };
const summarised = { code: 'summarised', event: 'cp', detail: 'a summary stands for it' };

const seen = {
  callId: '0198f2c4',
  ordinal: 7,
  conversation: 'chat-1',
  createdAt: '2026-01-01T00:00:00Z',
  model: 'gpt-4o',
  target: 'openai-chat',
  position: 20,
  messages: { stored: 15, shown: 3, hidden: 12 },
  tokens: 1240,
  original: { messages: 15, tokens: 33_355 },
  sha256: 'aa',
  segments: [
    segment(19, 'summary', 'user', 'It was about parcels.\nAll of them.', { event: 'cp' }),
    segment(14, 'message', 'assistant', 'search({"q": "x"})'),
    segment(15, 'replacement', 'tool', '[Omitted]', { instead: omitted }),
    segment(16, 'message', 'user', `and \u001b now ${'? '.repeat(80)}`),
  ],
  hidden: [
    { from: 2, to: 12, count: 11, tokens: 11_493, reason: summarised },
    {
      from: 13,
      to: 13,
      count: 1,
      tokens: 5,
      reason: { code: 'orphan-result', detail: 'the call c has not come' },
    },
  ],
  degraded: [],
  losses: [{ code: 'part-not-carried', event: 'e16', detail: 'no place for reasoning' }],
  repairs: [],
};
const reason = { code: 'new', detail: 'it came after call 6' };
const diff = {
  from: { callId: 'a', ordinal: 6 },
  to: { callId: 'b', ordinal: 7 },
  added: [{ event: 'e16', position: 16, kind: 'message', role: 'user', tokens: 8, text: 'now', reason }],
  removed: Array.from({ length: 30 }, (_, at) => {
    const position = at + 2;
    return {
      event: `e${at}`,
      position,
      kind: 'message',
      role: 'user',
      tokens: 10,
      text: 't',
      reason: summarised,
    };
  }),
  replaced: [
    {
      event: 'e15',
      position: 15,
      role: 'tool',
      before: { kind: 'message', tokens: 250, text: 'rows' },
      after: { kind: 'replacement', tokens: 8, text: '[Omitted]' },
      reason: { code: omitted.code, detail: omitted.detail },
    },
  ],
  why: [
    { code: 'position', detail: 'the journal reached position 12, then 20' },
    { code: 'new', detail: reason.detail, count: 1 },
  ],
};

let verdict = '{"segments":"ok","fold":"ok","sent":"unknown"}';
beforeEach(() => {
  verdict = '{"segments":"ok","fold":"ok","sent":"unknown"}';
  api.answer = ({ path }) => {
    if (path.includes('/calls/6')) return { body: '{"callId":"a"}' };
    if (path.startsWith('/v1/conversations/')) return { body: '{"callId":"0198f2c4"}' };
    if (path.includes('/seen')) return { body: JSON.stringify(seen) };
    if (path.includes('/diff/')) return { body: JSON.stringify(diff) };
    return { body: path.endsWith('/verify') ? verdict : '{"messages": [ ]}' };
  };
});

const table = [
  '',
  'What call 7 saw (0198f2c4, gpt-4o, 2026-01-01T00:00:00Z)',
  '3 of 15 messages, 1 summary; 1,240 tokens of 33,355 in the whole history',
  '',
  'Kind         Role       Place  Id   Tokens  What it says',
  'summary      user       #19    cp        8  It was about parcels. All of them.',
  'message      assistant  #14    e14       8  search({"q": "x"})',
  'replacement  tool       #15    e15       8  [Omitted]',
  `message      user       #16    e16       8  and \\u001b now ${'? '.repeat(42)}…`,
  '',
  'Shown as something else',
  'Messages  In full  Why',
  '#15           250  the policy keeps the last 1 results',
  '',
  'Not shown: 12 messages',
  'Messages   Count  Tokens  Why',
  '#2 to #12     11  11,493  a summary stands for it (cp)',
  '#13            1       5  the call c has not come',
  '',
  'Lost',
  'Code              Messages  What',
  'part-not-carried  e16       no place for reasoning',
  '',
  'Proof',
  'receipt   sha256 aa',
  'segments  ok  the same bytes, from the stored segments',
  'fold      ok  the same bytes, by folding the raw events again',
  '',
].join('\n');

test('prints what a call saw, what it did not see and why, and the proof', async () => {
  expect(await api.verbatim('saw', 'chat-1', '7', '--utc')).toEqual({ code: 0, out: table, err: '' });
  expect(api.asked).toEqual([
    'GET /v1/conversations/chat-1/calls/7',
    'GET /v1/calls/0198f2c4/seen',
    'GET /v1/calls/0198f2c4/verify',
  ]);
});

test('a call that does not verify ends with 1, and its table says which way failed', async () => {
  verdict = '{"segments":"ok","fold":"differs","sent":"differs"}';
  const { code, out, err } = await api.verbatim('saw', 'chat-1', '-1');
  expect([code, err]).toEqual([1, 'verbatim: the call 0198f2c4 does not verify\n']);
  expect(out).toContain('fold      differs  the same bytes');
  expect(out).toContain('sent      differs  what the runtime says it sent');
  expect(api.asked[0]).toBe('GET /v1/conversations/chat-1/calls/-1');
});

test('--limit lists the newest messages and the first ranges, and says what is left', async () => {
  const { out } = await api.verbatim('saw', 'chat-1', '7', '--limit', '1');
  expect(out).toContain('3 older ones not listed\nKind     Role  Place');
  expect(out).not.toContain('#14');
  expect(out).toContain('a summary stands for it (cp)\n1 more range not listed\n');
});

test('--full prints whole texts, --body the bytes alone, --json the answer as it was served', async () => {
  const { out } = await api.verbatim('saw', 'chat-1', '7', '--full');
  expect(out).toContain('#19  user  summary  cp  8 tokens\nIt was about parcels.\nAll of them.\n\n#14');
  expect(api.asked).toContain('GET /v1/calls/0198f2c4/seen?full=true');
  expect((await api.verbatim('saw', 'chat-1', '7', '--body')).out).toBe('{"messages": [ ]}');
  expect((await api.verbatim('saw', 'chat-1', '7', '--json')).out).toBe(`${JSON.stringify(seen)}\n`);
});

test('--diff says what was added, removed and replaced, a table a reason; of many the range', async () => {
  const { out } = await api.verbatim('saw', 'chat-1', '7', '--diff', '6');
  expect(api.asked.at(-1)).toBe('GET /v1/calls/a/diff/0198f2c4');
  expect(out).toBe(
    [
      '',
      'From call 6 to call 7: 1 added, 30 removed, 1 replaced',
      'the journal reached position 12, then 20',
      '',
      'Added: 1 message; it came after call 6',
      'Kind     Role  Place  Id   Tokens  What it says',
      'message  user  #16    e16       8  now',
      '',
      'Removed: 30 messages; a summary stands for it (cp)',
      '#2 to #31, 300 tokens',
      '',
      'Replaced: 1 message; the policy keeps the last 1 results',
      'Role  Place  Was      Tokens  Is           Tokens  What it says',
      'tool  #15    message     250  replacement       8  [Omitted]',
      '',
    ].join('\n'),
  );
});

test('audit show and verify take a conversation and a number, or the beginning of an id', async () => {
  const { out } = await api.verbatim('audit', 'show', 'chat-1', '7');
  expect(out).toContain('What call 7 saw');
  expect(api.asked.slice(0, 2)).toEqual(['GET /v1/conversations/chat-1/calls/7', 'GET /v1/calls/0198f2c4']);
  expect((await api.verbatim('audit', 'verify', 'chat-1', '7')).code).toBe(0);
  await api.verbatim('audit', 'verify', '0198');
  expect(api.asked.at(-1)).toBe('GET /v1/calls/0198/verify');
  expect((await api.verbatim('audit', 'diff', '0198', '0199')).out).toContain('From call 6 to call 7');
  expect(api.asked.at(-1)).toBe('GET /v1/calls/0198/diff/0199');
  expect((await api.verbatim('audit', 'show', '0198', '--json')).out).toBe('{"messages": [ ]}\n');
});

test('calls are listed with their numbers, the newest first where that is asked for', async () => {
  const item = { callId: 'c', ordinal: 12, model: 'm', target: 't', position: 3, tokens: 4 };
  api.answer = () => ({ body: JSON.stringify({ items: [item], next: null }) });
  const { out } = await api.verbatim('calls', 'chat-1', '--newest', '--limit', '5');
  expect(out.split('\n')[1]).toMatch(/^ +12 {2}c /);
  expect(api.asked).toEqual(['GET /v1/conversations/chat-1/calls?order=newest&limit=5']);
});
