import type { PolicyDocument } from '@verbatim/conversation';
import type { ConversationKey } from '@verbatim/conversation-store';
import { loadConfiguration } from '@verbatim/platform';
import { askedSummaries } from '../support/summary-ledger';
import { conversation, eventually, startRig, type SummarizerRig } from '../support/summarizer-rig';

jest.setTimeout(120_000);

/** Reduces at 6 messages, keeps 2. */
const history = { kind: 'checkpoints', triggerAt: 6, keepRecent: 2, retriggerAt: 6 };

let rig: SummarizerRig;
beforeAll(async () => {
  rig = await startRig();
}, 60_000);
afterEach(() => rig.stopServices());
afterAll(() => rig.close());

const withSummarizer = (summarizer: object, more: object = {}): PolicyDocument =>
  ({ preset: 'window-only', history: { ...history, ...more, summarizer } }) as PolicyDocument;

async function begun(
  name: string,
  policy: PolicyDocument,
  text = 'PAY-318 at src/charge.ts',
): Promise<ConversationKey> {
  const key = conversation(name);
  await rig.assign(key, policy);
  const messages = Array.from({ length: 6 }, (_, index) => ({
    id: `${name}-${index}`,
    data: {
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: `${index}: ${text} and what else there is`,
    },
  }));
  await rig.send(key, messages);
  return key;
}

async function created(key: ConversationKey): Promise<Record<string, unknown>[]> {
  const events = await rig.journal(key, 'CheckpointCreated');
  return events.map(({ payload }) => JSON.parse(String(payload)).data as Record<string, unknown>);
}

/** Everything that waits for a point in time has waited. */
async function aMinuteLater(): Promise<void> {
  await rig.database.query("UPDATE summarizer_requests SET made_at = made_at - interval '61 seconds'");
  await rig.database.query('UPDATE due_work SET leased_until = least(leased_until, now())');
}

test('the fourth request in a minute waits, over two workers of a tenant', async () => {
  await rig.project();
  await Promise.all([rig.summarize(), rig.summarize()]);
  const before = rig.openai.calls.length;
  const policy = withSummarizer({
    model: 'gpt-4o-mini',
    limitRequests: 3,
    limitInput: 40_000,
    limitOutput: 9000,
  });
  const keys = await Promise.all(['l1', 'l2', 'l3', 'l4', 'l5'].map((name) => begun(name, policy)));
  const summaries = async () => (await Promise.all(keys.map(created))).flat().length;
  await eventually(async () => (await summaries()) === 3);
  await eventually(async () => {
    const [row] = await rig.database.query<{ waiting: string }>(
      "SELECT count(*) AS waiting FROM due_work WHERE leased_until > now() + interval '25 seconds'",
    );
    return row?.waiting === '2';
  });
  expect(rig.openai.calls.length - before).toBe(3);
  await aMinuteLater();
  await eventually(async () => (await summaries()) === 5);
  expect(rig.openai.calls.length - before).toBe(5);
});

test('a draft of no use is asked for again, and what came of it is in the event', async () => {
  await rig.project();
  rig.openai.respondWith([{ kind: 'text', text: 'Something.' }, { kind: 'cut-off' }]);
  await rig.summarize();
  const key = await begun('drafts', withSummarizer({ model: 'gpt-4o-mini' }, { leastCarried: 0.9 }));
  const [event] = await eventually(async () => {
    const events = await created(key);
    return events.length > 0 && events;
  });
  expect(event).toMatchObject({
    summarizer: 'extractive',
    made: 'extractive',
    asked: 'openai:gpt-4o-mini',
    rejected: [{ code: 'loss' }, { code: 'cut-off' }],
    loss: { found: 2, carried: 2, share: 1, missing: [] },
    trust: 'assistant',
    calls: 2,
    usage: { inputTokens: expect.any(Number), outputTokens: expect.any(Number) },
  });
});

test('input over the window is told in parts, each message once', async () => {
  await rig.project();
  await rig.summarize();
  const before = rig.openai.calls.length;
  const policy = withSummarizer({ model: 'gpt-4o-mini', maxContext: 1400 });
  const key = await begun('parts', policy, 'all the words that there are '.repeat(60));
  const [event] = await eventually(async () => {
    const events = await created(key);
    return events.length > 0 && events;
  });
  const asked = askedSummaries(rig.openai.calls.slice(before));
  expect(asked.length).toBeGreaterThan(1);
  expect(event).toMatchObject({ calls: asked.length, made: 'llm' });
  const told = asked.flatMap(({ messages }) => messages);
  const journal = await rig.journal(key, 'MessageAppended');
  for (const { eventId, payload } of journal.slice(0, 4)) {
    const text = told.filter(({ ref }) => ref === eventId).map((piece) => piece.text);
    expect(text.join('')).toBe(JSON.parse(String(payload)).data.content);
  }
  expect(new Set(told.map(({ ref }) => ref)).size).toBe(4);
});

test('a provider of its own is asked, and one that is not configured fails visibly in a sentence', async () => {
  await rig.project();
  process.env['RIG_LOCAL_KEY'] = 'sk-local';
  const context = rig.context();
  const providers = { local: { baseUrl: rig.openai.baseUrl, keyReference: 'env:RIG_LOCAL_KEY' } };
  const configuration = loadConfiguration({ env: {}, overrides: { summarizer: { providers } } });
  await rig.summarize({ ...context, configuration });
  const local = await begun('local', withSummarizer({ provider: 'local', model: 'llama3:8b' }));
  await eventually(async () => (await created(local)).length === 1);
  expect(await created(local)).toMatchObject([{ summarizer: 'local:llama3:8b', made: 'llm' }]);
  expect(rig.openai.calls.at(-1)?.headers.authorization).toBe('Bearer sk-local');
  delete process.env['RIG_LOCAL_KEY'];

  const evil = withSummarizer({ provider: 'local', model: 'm', baseUrl: 'https://evil.example/v1' });
  const failing = await Promise.all([
    begun('unknown', withSummarizer({ provider: 'nowhere', model: 'm' })),
    begun('evil', evil),
  ]);
  const errors = await eventually(async () => {
    const work = await Promise.all(failing.map((key) => rig.reader.figures(key)));
    const failed = work.flatMap((figures) => figures.work).filter((each) => each.failed);
    return failed.length === 2 && failed.map(({ lastError }) => lastError);
  });
  expect(errors[0]).toContain('"nowhere" is not configured here; known: openai, local');
  expect(errors[1]).toContain("operator's alone");
});

test('calls that nobody answered are told as such, and counted', async () => {
  await rig.project();
  await rig.summarize();
  const key = conversation('unanswered');
  await rig.assign(key, withSummarizer({ model: 'gpt-4o-mini' }));
  const call = { id: 'call_9', type: 'function', function: { name: 'search', arguments: '{}' } };
  const said = { role: 'user', content: 'Well then, what about it? There is so much to do.' };
  const calling = { role: 'assistant', content: null, tool_calls: [call] };
  const messages = [said, calling, said, { ...said, role: 'assistant' }, said, said];
  await rig.send(
    key,
    messages.map((data, index) => ({ id: `u${index}`, data })),
  );
  await eventually(async () => (await created(key)).length === 1);
  const told = rig.openai.calls.at(-1)?.body.messages[1]?.content;
  expect(told).toContain('<message ref="u1" role="assistant" unanswered="call_9">');
  const [event] = await created(key);
  expect(event).toMatchObject({
    loss: {
      found: 2,
      carried: 0,
      kinds: { tool: { found: 1 }, call: { found: 1 } },
      missing: ['search', 'call_9'],
    },
  });
});
