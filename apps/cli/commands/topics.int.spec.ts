import { ApiUnderTest } from '../testing/api-under-test';

const api = new ApiUnderTest();

const figures = { history: 2000, current: 1000, topics: 600, bulks: 400 };
const used = { history: 700, current: 300, topics: 300, bulks: 100 };

function topics(state: string, event: string | null = null): string {
  const about = { parent: null, related: [], ranges: [], summary: null };
  const items = [
    { id: 'bulk.0-2', kind: 'bulk', title: 'Trip', messages: 2, tokens: 100, state: 'summarized', ...about },
    { id: 'now', kind: 'current', title: null, messages: 3, tokens: 300, state: 'full', ...about },
  ];
  const compactions = [{ id: 7, what: 'attention', state, event, error: null, requestedAt: '' }];
  return JSON.stringify({ items, next: null, budget: { ...figures, used }, degraded: [], compactions });
}

const listed = [
  'Kind     Title  Messages  Tokens  Shown       Topic',
  'bulk     Trip          2     100  summarized  bulk.0-2',
  'current                3     300  full        now',
  '',
  'Part               Tokens  At most  Used',
  'the whole history     700    2,000   35%',
  'current topic         300    1,000   30%',
  'earlier topics        300      600   50%',
  'bulks                 100      400   25%',
  '',
];

test('topics prints topics, bulks and what they take', async () => {
  api.answer = () => ({ body: topics('nothing') });
  const { code, out } = await api.verbatim('topics', 'chat');
  expect([code, api.asked]).toEqual([0, ['GET /v1/conversations/chat/topics']]);
  expect(out).toBe(listed.join('\n'));
});

test('compact asks for one step, waits until it is applied, and says by which event', async () => {
  const states = [topics('asked'), topics('published', 'e9'), topics('applied', 'e9')];
  api.answer = ({ method }) => ({ body: method === 'POST' ? '{"id":7}' : (states.shift() ?? '') });
  const { code, out } = await api.verbatim('compact', 'chat', '--what', 'attention');
  expect(code).toBe(0);
  expect(JSON.parse(api.server.requests[0]?.body ?? '')).toEqual({ what: 'attention' });
  expect(out).toBe(['compacted: e9', ...listed].join('\n'));
  expect(states).toEqual([]);
});

test('compact without waiting says what it asked for', async () => {
  api.answer = () => ({ body: '{"id":7}' });
  const { code, out } = await api.verbatim('compact', 'chat', '--no-wait');
  expect([code, out, api.asked]).toEqual([0, 'asked for: 7\n', ['POST /v1/conversations/chat/compact']]);
});

test('compact says why nothing can be done', async () => {
  const reason = '9 live messages, keepRecent is 10: all of them stay';
  const nothing = topics('nothing').replace('"error":null', `"error":null,"reason":"${reason}"`);
  api.answer = ({ method }) => ({ body: method === 'POST' ? '{"id":7}' : nothing });
  expect((await api.verbatim('compact', 'chat')).out).toMatch(
    /^nothing to compact: 9 live messages, keepRecent is 10: all of them stay\n/,
  );
});
