import { ApiUnderTest } from '../testing/api-under-test';

const api = new ApiUnderTest();

const answer = {
  conversations: 1,
  messages: { original: 56, reduced: 21 },
  tokens: { original: 500, reduced: 210 },
  compressionRatio: 0.42,
  served: {
    contexts: 3,
    messages: { original: 150, reduced: 60 },
    tokens: { original: 1200, reduced: 600 },
    compressionRatio: 0.5,
    byModel: [],
  },
  summaries: { callsMade: 2, callsAvoided: 5, inputTokens: 900, outputTokens: 80, bySummarizer: [] },
  cost: { currency: 'USD', saved: 0.0015, spent: 0.0005, net: 0.001, unpriced: ['ours', 'x\u001b'] },
};

beforeEach(() => {
  api.answer = () => ({ body: JSON.stringify(answer) });
});

test('prints what reductions did to a conversation, and what has no price', async () => {
  const { code, out } = await api.verbatim('analytics', 'chat/1');
  expect(api.asked).toEqual(['GET /v1/conversations/chat%2F1/analytics']);
  expect(out.split('\n')).toEqual([
    '                     Messages  Shown  Tokens  Shown  Share',
    '1 conversation, now        56     21     500    210    42%',
    '3 contexts served         150     60   1,200    600    50%',
    '',
    'LLM calls for summaries',
    'Made     2, 900 tokens in, 80 out',
    'Avoided  5, against a summary after every message',
    '',
    'Estimated cost, against sending the whole history',
    'Saved on prompts    $0.0015',
    'Paid for summaries  $0.0005',
    'Saved in all        $0.001',
    'Not counted         ours, x\\u001b: without a price (`verbatim models set` gives prices)',
    '',
  ]);
  expect(code).toBe(0);
});

test('without a conversation it is of all; --json gives the answer as it was served', async () => {
  const { out } = await api.verbatim('analytics', '--json');
  expect(api.asked).toEqual(['GET /v1/analytics']);
  expect(out).toBe(`${JSON.stringify(answer)}\n`);
});
