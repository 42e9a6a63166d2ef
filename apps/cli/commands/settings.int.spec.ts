import { ApiUnderTest } from '../testing/api-under-test';

const api = new ApiUnderTest();

/** The body of the last request. */
function sent(): unknown {
  return JSON.parse(api.server.requests.at(-1)?.body ?? 'null');
}

describe('settings', () => {
  test('get prints what is in force, what is kept, and the sessions', async () => {
    const settings = { 'window.maxMessages': 5000, 'sessions.max': null };
    const kept = { 'window.maxMessages': 200, 'sessions.max': null };
    const notices = [
      { setting: 'window.maxMessages', detail: '5,000 set, 200 in force (VERBATIM_WINDOW_CEILING)' },
    ];
    const body = { policy: 'mine', version: 'v', settings, kept, notices, sessions: { active: 3 } };
    api.answer = () => ({ body: JSON.stringify(body) });
    const { code, out } = await api.verbatim('settings', 'get');
    expect([code, api.asked]).toEqual([0, ['GET /v1/settings']]);
    expect(out).toBe(
      [
        'Setting             Value                                              After a restart',
        'window.maxMessages  5,000 set, 200 in force (VERBATIM_WINDOW_CEILING)  200',
        'sessions.max        none                                               none',
        '',
        'Default policy   mine',
        'Sessions in use  3',
        '',
      ].join('\n'),
    );
  });

  test.each([
    [['sessions.max', '50'], { 'sessions.max': 50, temporary: false }],
    [['sessions.max', 'none', '--temp'], { 'sessions.max': null, temporary: true }],
    [['window.maxMessages', '-1'], { 'window.maxMessages': -1, temporary: false }],
    [['window.maxMessages', 'many'], { 'window.maxMessages': 'many', temporary: false }],
  ])('set %j sends it as it is', async (words, body) => {
    const { code } = await api.verbatim('settings', 'set', ...words);
    expect([code, api.asked, sent()]).toEqual([0, ['PUT /v1/settings'], body]);
  });
});

describe('plugins', () => {
  test('list prints the chain in its order, and what is available', async () => {
    const chain = [
      { name: 'default', options: {} },
      { name: 'mine', options: { n: 1 } },
    ];
    const mine = { name: 'mine', source: 'file', file: 'plugin_history_mine.mjs', problem: null };
    api.answer = ({ path }) => ({
      body: JSON.stringify(
        path.startsWith('/v1/plugins') ? { items: [mine], next: null } : { policy: { plugins: chain } },
      ),
    });
    const { out } = await api.verbatim('plugins', 'list');
    expect(out).toBe(
      [
        'Position  Plugin   Options',
        '       0  default',
        '       1  mine     n 1',
        '',
        'Plugin  Source  File                     Problem',
        'mine    file    plugin_history_mine.mjs',
        '',
      ].join('\n'),
    );
    const json = await api.verbatim('plugins', 'list', '--json');
    expect(JSON.parse(json.out)).toEqual({ chain, available: [mine] });
  });

  test.each([
    [['add', 'mine'], { add: 'mine', temporary: false }],
    [
      ['add', 'mine', '--options', '{"n": 1.5}', '--at', '1', '--temp'],
      { add: 'mine', options: { n: 1.5 }, at: 1, temporary: true },
    ],
    [['remove', 'mine', '--temp'], { remove: 'mine', temporary: true }],
    [['move', 'mine', '2'], { move: 'mine', to: 2, temporary: false }],
    [['move', 'mine', '0'], { move: 'mine', to: 0, temporary: false }],
  ])('%j changes the chain, and says what it is now', async (words, body) => {
    const plugins = [{ name: 'default' }, { name: 'mine' }];
    const answer = { policy: 'window-only', version: 'v', conversations: 2, plugins };
    api.answer = () => ({ body: JSON.stringify(answer) });
    const { out } = await api.verbatim('plugins', ...words);
    expect([api.asked, sent()]).toEqual([['POST /v1/plugins/chain'], body]);
    expect(out).toBe(
      'policy         window-only\nversion        v\nconversations  2\nplugins        default, mine\n',
    );
  });

  test('what the service refuses is said, with what to do', async () => {
    api.answer = () => ({ status: 422, body: '{"code":"plugin-unknown","detail":"there is no mien"}' });
    const { code, err } = await api.verbatim('plugins', 'add', 'mien');
    expect([code, err]).toEqual([
      1,
      'verbatim: plugin-unknown: there is no mien (`verbatim plugins list` lists them)\n',
    ]);
  });
});

test('model switches the model of a conversation', async () => {
  api.answer = () => ({ body: '{"events":[{"id":"e"}],"cursor":"log:t/0/1-1"}' });
  const { code, out } = await api.verbatim('model', 'a/b', 'gpt-5');
  expect([code, api.asked, sent()]).toEqual([0, ['POST /v1/conversations/a%2Fb/model'], { model: 'gpt-5' }]);
  expect(out).toBe('a/b is on gpt-5 from now on, by event e\n');
});

test('models list shows windows in messages and tokens, budgets and prices', async () => {
  const entry = {
    id: 'm',
    provider: 'p',
    maxContext: { messages: 50, tokens: 9000 },
    tokenBudget: 700,
    prices: { input: 1.25, output: 10 },
  };
  api.answer = () => ({ body: JSON.stringify({ items: [entry], next: null }) });
  const { out } = await api.verbatim('models', 'list');
  for (const shown of ['Messages', ' 50 ', ' 9,000 ', ' 700 ', ' $1.25 ']) expect(out).toContain(shown);
});
