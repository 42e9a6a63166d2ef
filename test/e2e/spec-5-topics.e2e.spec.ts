import { setTimeout as sleep } from 'node:timers/promises';
import { runCommand } from '../../apps/cli/testing/command-run';
import { call, chat, ConversationClient, report, type Message } from '../support/conversation-client';
import { startOpenAiServer, type OpenAiServer } from '../support/openai-server';
import { startServices, type RunningServices } from '../support/services';
import { askedSummaries, ledgerProblems } from '../support/summary-ledger';

jest.setTimeout(180_000);

// SPEC 5 through the real path: published, projected, summarised by a server that speaks OpenAI's protocol, served.

interface Tier {
  readonly id: string;
  readonly kind: string;
  readonly title: string | null;
  readonly ranges: readonly { readonly from: number; readonly to: number }[];
  readonly tokens: number;
  readonly state: string;
  readonly summary: string | null;
}

type Figures = Readonly<Record<'history' | 'current' | 'topics' | 'bulks', number>>;

interface Topics {
  readonly items: readonly Tier[];
  readonly budget: Figures & { readonly used: Figures };
  readonly degraded: readonly object[];
  readonly compactions: readonly {
    readonly id: number;
    readonly state: string;
    readonly event: string | null;
  }[];
}

let openai: OpenAiServer;
let services: RunningServices;

beforeAll(async () => {
  openai = await startOpenAiServer();
  services = await startServices({ env: { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: openai.baseUrl } });
});

afterAll(async () => {
  await services.stop();
  await openai.close();
});

/** History 2,000: 1,000 / 600 / 400, large over 250. */
const small = { contextLength: 4_000, contextHistoryRatio: 0.5 };

/** The source's limits a minute are not what is shown here. */
async function under(settings: object = {}): Promise<ConversationClient> {
  const conversation = new ConversationClient(services.url);
  const limits = { limitRequests: 10_000, limitInput: 10_000_000, limitOutput: 10_000_000 };
  await conversation.assign({ preset: 'agent-zero', ...limits, ...settings });
  return conversation;
}

async function topics({ id }: ConversationClient): Promise<Topics> {
  const { status, text, body } = await call<Topics>(services.url, 'GET', `/v1/conversations/${id}/topics`);
  if (status !== 200) throw new Error(text);
  return body;
}

/** What came of a request for one step. */
async function compact(conversation: ConversationClient, what?: string): Promise<string> {
  const path = `/v1/conversations/${conversation.id}/compact`;
  const asked = await call<{ id: number }>(services.url, 'POST', path, what === undefined ? {} : { what });
  expect([asked.status, asked.text]).toEqual([202, expect.any(String)]);
  for (;;) {
    const { compactions } = await topics(conversation);
    const state = compactions.find(({ id }) => id === asked.body.id)?.state ?? 'unknown';
    if (!['asked', 'published'].includes(state)) return state;
    await sleep(20);
  }
}

let events = 0;

async function start(
  { id }: ConversationClient,
  topic: string,
  title: string,
  rest: object = {},
): Promise<void> {
  events += 1;
  const event = { type: 'TopicStarted', subject: id, id: `topic-${events}`, data: { topic, title, ...rest } };
  const answer = await fetch(`${services.url}/v1/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/cloudevents+json' },
    body: JSON.stringify({ specversion: '1.0', source: 'spec', ...event }),
  });
  expect([answer.status, await answer.text()]).toEqual([202, expect.any(String)]);
}

/** Near that many tokens, no two alike. */
const words = (tokens: number, mark: string): string => mark + ' word'.repeat(tokens - 3);

const user = (content: string): Message => ({ role: 'user', content });
const assistant = (content: string): Message => ({ role: 'assistant', content });

/** Every summary was asked for once, with exactly what it stands for; nothing was told twice or never. */
async function expectLedger(conversation: ConversationClient, from: number): Promise<void> {
  const journal = await conversation.messages();
  const checkpoints = await conversation.checkpoints();
  expect(ledgerProblems({ asked: askedSummaries(openai.calls.slice(from)), journal, checkpoints })).toEqual(
    [],
  );
}

async function expectVerified(conversation: ConversationClient, request: object = {}): Promise<void> {
  const { callId } = await conversation.context(request);
  const { body } = await call(services.url, 'GET', `/v1/calls/${callId}/verify`);
  expect(body).toMatchObject({ segments: 'ok', fold: 'ok', differences: [] });
}

describe('attention compression on demand', () => {
  test('12 messages leave 6, then 4, then 3, then it stops', async () => {
    const conversation = await under();
    const from = openai.calls.length;
    // A user message is the newest: it stays where it is.
    await conversation.say(...chat(1, 12));
    const left: number[] = [];
    while ((await compact(conversation, 'attention')) === 'applied') {
      const { body } = await conversation.context();
      left.push(body.messages.length);
      expect(body.messages[0]).toEqual(chat(1, 1)[0]);
      expect(body.messages.at(-1)).toEqual(chat(12, 1)[0]);
    }
    expect(left).toEqual([6, 4, 3]);
    expect(openai.calls.length - from).toBe(3);
    expect((await conversation.checkpoints()).map(({ messages }) => [messages.from, messages.to])).toEqual([
      [1, 8],
      [1, 10],
      [1, 11],
    ]);
    await expectLedger(conversation, from);
    await expectVerified(conversation);
    expect((await conversation.messages()).map(({ message }) => message)).toEqual(chat(1, 12));
    report('SPEC 5 attention: 12 messages leave 6, 4, 3; 3 calls');
  });

  test.each([
    [4, 3],
    [6, 4],
    [8, 5],
    [3, 3],
  ])('%i messages leave %i', async (count, left) => {
    const conversation = await under();
    await conversation.say(...chat(1, count));
    expect(await compact(conversation, 'attention')).toBe(count > 3 ? 'applied' : 'nothing');
    expect((await conversation.context()).body.messages).toHaveLength(left);
  });
});

describe('large messages on demand', () => {
  /** Exactly so many tokens of `cl100k_base`. */
  const exactly = (tokens: number): string => ' word'.repeat(tokens);

  test.each([
    [{ contextLength: 120_000 }, 10_500],
    [{ contextLength: 120_000, largeMessageToTopicRatio: 0.1 }, 4_200],
    [small, 250],
  ])('%j: %d tokens stay, one more is cut to that many', async (settings, limit) => {
    const conversation = await under(settings);
    await conversation.say(user(exactly(limit)), assistant('yes'));
    expect(await compact(conversation, 'large')).toBe('nothing');
    const long = exactly(limit + 1);
    await conversation.say(user(long), assistant('yes'));
    expect(await compact(conversation, 'large')).toBe('applied');
    const { body } = await conversation.context();
    expect(body.messages[0]).toEqual(user(exactly(limit)));
    const cut = String(body.messages[2]?.content);
    expect(cut).toHaveLength(Math.floor((long.length * limit) / (limit + 1)));
    expect(cut).toMatch(/^ word[ word]*\[\.\.\.\d+\.\.\.\][ word]* word$/);
    expect(await compact(conversation, 'large')).toBe('nothing');
    await expectVerified(conversation);
  });

  test('600 tokens into 100 keep one sixth of the characters, the placeholder included', async () => {
    const conversation = await under({ ...small, largeMessageToTopicRatio: 0.1 });
    const emoji = '🙂';
    const long = ` ${emoji}word`.repeat(200);
    await conversation.say(user(long), assistant('yes'));
    const { tokens } = (await topics(conversation)).items[0] ?? { tokens: 0 };
    expect(await compact(conversation, 'large')).toBe('applied');
    const [event] = await conversation.journal('MessagesTruncated');
    const [recorded] = (event?.data['messages'] ?? []) as { tokensBefore: number; characters: number }[];
    expect(tokens).toBeGreaterThan(recorded?.tokensBefore ?? Infinity);
    const target = Math.floor((Array.from(long).length * 100) / (recorded?.tokensBefore ?? 1));
    expect(recorded?.characters).toBe(target);
    const [shown] = (await conversation.context()).body.messages;
    expect(Array.from(String(shown?.content))).toHaveLength(target);
    expect(String(shown?.content)).not.toMatch(/\p{Surrogate}/u);
  });
});

test('without a name compact takes the first step that can be done: large, attention, topic, bulks', async () => {
  const conversation = await under({ ...small, topicsKeepCount: 1, bulkMergeCount: 2 });
  openai.respondWith((_, number) => ({ kind: 'text', text: `step ${number}` }));
  for (const name of ['one', 'two', 'three', 'four']) {
    await start(conversation, name, `About ${name}`);
    await conversation.say(
      user(`question about ${name}`),
      ...['a', 'b'].map((mark) => assistant(words(30, mark))),
      assistant(`answer about ${name}`),
    );
  }
  await conversation.say(user(words(300, 'long')), assistant('read'));
  const before = (await conversation.journal()).length;
  while ((await compact(conversation)) === 'applied');
  const taken = (await conversation.journal()).slice(before).map(({ type }) => type);
  expect(taken).toEqual([
    'MessagesTruncated',
    ...Array<string>(3).fill('CheckpointCreated'),
    'TopicSummarized',
    'BulksMerged',
  ]);
  report(`SPEC 5 compact without a name: ${taken.join(', ')}`);
  openai.respondWith([]);
  await expectVerified(conversation);
});

test('a topic is summarised whole, and bulks are merged, on demand', async () => {
  const conversation = await under({ topicsKeepCount: 1, bulkMergeCount: 2 });
  for (const name of ['one', 'two', 'three']) {
    await start(conversation, name, name);
    await conversation.say(user(`question about ${name}`), assistant(`answer about ${name}`));
  }
  const before = (await topics(conversation)).items.map(({ kind, state }) => [kind, state]);
  expect(before).toEqual([
    ['bulk', 'summarized'],
    ['historical', 'full'],
    ['current', 'full'],
  ]);
  expect(await compact(conversation, 'bulks')).toBe('nothing');
  expect(await compact(conversation, 'topic')).toBe('applied');
  expect((await topics(conversation)).items[1]).toMatchObject({ kind: 'historical', state: 'summarized' });
  expect(await compact(conversation, 'topic')).toBe('nothing');
  await start(conversation, 'four', 'four');
  await conversation.say(user('question about four'), assistant('answer about four'));
  expect(await compact(conversation, 'bulks')).toBe('applied');
  expect((await topics(conversation)).items.map(({ kind, ranges }) => [kind, ranges])).toEqual([
    ['bulk', [{ from: 0, to: 4 }]],
    ['historical', [{ from: 4, to: 6 }]],
    ['current', [{ from: 6, to: 8 }]],
  ]);
  expect((await conversation.context()).segments.filter(({ kind }) => kind === 'summary')).toHaveLength(1);
});

test('the budgets of a window of 120,000 and of 4,000 at 0.5', async () => {
  const conversation = await under({ contextLength: 120_000 });
  await conversation.say(user('hello'));
  expect((await topics(conversation)).budget).toMatchObject({
    history: 84_000,
    current: 42_000,
    topics: 25_200,
    bulks: 16_800,
  });
  const other = await under(small);
  await other.say(user('hello'));
  expect((await topics(other)).budget).toMatchObject({
    history: 2_000,
    current: 1_000,
    topics: 600,
    bulks: 400,
  });
});

test('a large message is cut in the middle once the budget is passed, and stays whole in the journal', async () => {
  const conversation = await under(small);
  const long = user(words(3_000, 'word'));
  await conversation.say(long);
  expect((await topics(conversation)).degraded).toHaveLength(1);
  const { dueWork } = await conversation.state();
  expect(dueWork).toHaveLength(0);
  await conversation.say(assistant('read'));
  const served = await conversation.context({ target: 'agent-zero' });
  const [shown] = served.body.messages as unknown as { ai: boolean; content: unknown }[];
  expect(shown?.ai).toBe(false);
  expect(JSON.stringify(shown?.content)).toMatch(/\[\.\.\.\d+\.\.\.\]/);
  const { budget, items } = await topics(conversation);
  expect(budget.used.history).toBeLessThanOrEqual(2_000);
  expect(items).toMatchObject([{ kind: 'current', state: 'full' }]);
  const [event] = await conversation.journal('MessagesTruncated');
  const [cut] = (event?.data['messages'] ?? []) as { replacement: string; characters: number }[];
  expect(Array.from(cut?.replacement ?? '')).toHaveLength(cut?.characters ?? -1);
  const whole = String(long.content);
  const [removed] = /(?<=\[\.\.\.)\d+(?=\.\.\.\])/.exec(cut?.replacement ?? '') ?? [];
  expect(Number(removed)).toBe(whole.length - ((cut?.characters ?? 0) - `[...${removed}...]`.length));
  expect((await conversation.messages())[0]?.message).toEqual(long);
  await expectVerified(conversation, { target: 'agent-zero' });
  await expectVerified(conversation);
});

describe('topics by event', () => {
  test('three historical ones are kept, the fourth makes the oldest a bulk that has its summary', async () => {
    const conversation = await under();
    const from = openai.calls.length;
    for (const name of ['one', 'two', 'three', 'four', 'five']) {
      await start(conversation, name, `About ${name}`);
      await conversation.say(user(`question about ${name}`), assistant(`answer about ${name}`));
    }
    const { items } = await topics(conversation);
    expect(items.map(({ kind, id, title, state }) => [kind, id, title, state])).toEqual([
      ['bulk', 'bulk.0-2', 'About one', 'summarized'],
      ['historical', 'two', 'About two', 'full'],
      ['historical', 'three', 'About three', 'full'],
      ['historical', 'four', 'About four', 'full'],
      ['current', 'five', 'About five', 'full'],
    ]);
    expect(openai.calls.length - from).toBe(1);
    expect(items[0]?.summary).toMatch(/^Summary \d+$/);
    const { body, segments } = await conversation.context();
    expect(segments.map(({ kind }) => kind)).toEqual(['summary', ...Array<string>(8).fill('message')]);
    expect(body.messages[1]).toEqual(user('question about two'));
    await expectLedger(conversation, from);
    await expectVerified(conversation);
  });

  test('has its title, parent and related ones, and every field of the list', async () => {
    const conversation = await under();
    await start(conversation, 'trip', 'The trip');
    await conversation.say(user('where to?'), assistant('Rome'));
    await start(conversation, 'hotel', 'The hotel', { parent: 'trip', related: ['trip'] });
    await conversation.say(user('where there?'), assistant('near the station'));
    const { items } = await topics(conversation);
    expect(items).toEqual([
      {
        id: 'trip',
        kind: 'historical',
        title: 'The trip',
        parent: null,
        related: [],
        ranges: [{ from: 0, to: 2 }],
        messages: 2,
        tokens: expect.any(Number),
        state: 'full',
        summary: null,
      },
      expect.objectContaining({ id: 'hotel', title: 'The hotel', parent: 'trip', related: ['trip'] }),
    ]);
  });

  test('work waits for the end of a run', async () => {
    const conversation = await under({ topicsKeepCount: 0 });
    const from = openai.calls.length;
    await start(conversation, 'one', 'One');
    await conversation.say(user('first question'), assistant('first answer'));
    await start(conversation, 'two', 'Two');
    await conversation.say(user('second question'));
    expect(openai.calls.length - from).toBe(0);
    await conversation.say(assistant('second answer'));
    expect(openai.calls.length - from).toBe(1);
    expect((await topics(conversation)).items.map(({ kind }) => kind)).toEqual(['bulk', 'current']);
    const { body } = openai.calls.at(-1) ?? { body: { messages: [] } };
    for (const asked of ['key topics', 'operations', 'names', 'numbers'])
      expect(body.messages[0]?.content).toContain(asked);
  });

  test('an earlier one becomes current again, with a new stretch', async () => {
    const conversation = await under();
    for (const name of ['a', 'b', 'a']) {
      await start(conversation, name, name);
      await conversation.say(user(`in ${name}`), assistant('ok'));
    }
    const { items } = await topics(conversation);
    expect(items.map(({ kind, id, ranges }) => [kind, id, ranges])).toEqual([
      ['historical', 'b', [{ from: 2, to: 4 }]],
      [
        'current',
        'a',
        [
          { from: 0, to: 2 },
          { from: 4, to: 6 },
        ],
      ],
    ]);
  });
});

test('by policy each user message opens a topic', async () => {
  const conversation = await under({ newTopicOn: 'user-message' });
  await conversation.say(...chat(0, 4));
  const { items } = await topics(conversation);
  expect(items.map(({ kind, ranges }) => [kind, ranges])).toEqual([
    ['historical', [{ from: 0, to: 2 }]],
    ['current', [{ from: 2, to: 4 }]],
  ]);
});

test('over the budget: in order, under it at every turn, nothing summarised twice or never', async () => {
  const conversation = await under({ ...small, newTopicOn: 'user-message', summarizer: undefined });
  const from = openai.calls.length;
  // Never longer than what it stands for: that would be asked for again.
  openai.respondWith((asked, number) => {
    const [{ messages, previous } = { messages: [], previous: [] }] = askedSummaries([asked]);
    const isAttention = messages.length === 2 && previous.length === 0;
    return { kind: 'text', text: words(isAttention ? 60 : 120, `summary${number}`) };
  });
  const kinds = ['TopicSummarized', 'TopicsArchived', 'BulksMerged', 'BulkRetired'];
  const turns = 20;
  for (let turn = 0; turn < turns; turn += 1) {
    await conversation.say(
      user(words(120, `question${turn}`)),
      ...Array.from({ length: 3 }, (_, at) => assistant(words(40, `answer${turn}x${at}`))),
    );
    const { budget, degraded } = await topics(conversation);
    expect(degraded).toEqual([]);
    expect(budget.used.history).toBeLessThanOrEqual(budget.history);
  }
  const counted = await Promise.all(
    kinds.map(async (kind) => `${kind} ${(await conversation.journal(kind)).length}`),
  );
  const refused = (await conversation.journal()).filter(({ status }) => status !== 'applied');
  expect(refused).toEqual([]);
  expect(await conversation.journal('BulksMerged')).not.toEqual([]);
  await expectLedger(conversation, from);
  await expectVerified(conversation, { target: 'agent-zero' });
  const calls = openai.calls.length - from;
  expect(calls).toBeLessThanOrEqual(2 * turns);
  report(`SPEC 5 over the budget, ${turns * 4} messages: ${calls} LLM calls; ${counted.join(', ')}`);
  openai.respondWith([]);
});

test('the context is that of the steps taken: what a retired bulk covered is in the journal alone', async () => {
  const conversation = await under({ ...small, topicsKeepCount: 0, bulkMergeCount: 9 });
  openai.respondWith((_, number) => ({ kind: 'text', text: words(180, `bulk${number}`) }));
  for (let turn = 0; turn < 8; turn += 1) {
    await start(conversation, `t${turn}`, `T${turn}`);
    await conversation.say(
      user(words(240, `q${turn}`)),
      ...[1, 2, 3].map((at) => assistant(words(200, `a${turn}${at}`))),
    );
  }
  const retired = (await conversation.journal('BulkRetired')).length;
  expect(retired).toBeGreaterThan(0);
  const checkpoints = await conversation.checkpoints();
  expect(checkpoints.filter(({ status }) => status === 'retired')).toHaveLength(retired);
  const { segments } = await conversation.context();
  const active = checkpoints.filter(({ status }) => status === 'active').map(({ id }) => id);
  expect(segments.filter(({ kind }) => kind === 'summary').map(({ event }) => event)).toEqual(active);
  expect(await conversation.messages()).toHaveLength(32);
  await expectVerified(conversation);
  openai.respondWith([]);
});

test('what it cannot bring under the budget it says', async () => {
  const conversation = await under(small);
  const asking = (id: string, path: string): Message => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: { name: 'write', arguments: JSON.stringify({ path }) } }],
  });
  // Arguments are a call's own, and the group is not answered: nothing of it may be cut or summarised.
  await conversation.say(user('write it'), asking('open', words(3_000, 'text')));
  const { budget, degraded } = await topics(conversation);
  expect(budget.used.history).toBeGreaterThan(budget.history);
  expect(degraded).toEqual([
    { code: 'tiers-over-budget', detail: expect.stringMatching(/^\d+ tokens of 2000: /) },
  ]);
});

describe('Agent Zero’s own messages', () => {
  const nested = { ai: false, content: { z: 'last', a: ['one', { b: 'two' }], text: 'said' } };

  async function appended(messages: readonly object[]): Promise<ConversationClient> {
    const conversation = await under();
    const path = `/v1/conversations/${conversation.id}/messages`;
    const { status } = await call(services.url, 'POST', path, { format: 'agent-zero', messages });
    expect(status).toBe(202);
    await conversation.settled(messages.length);
    return conversation;
  }

  test('content may be nested: text, list, map; the order of keys is kept, and the form is {ai, content}', async () => {
    const messages = [nested, { ai: true, content: ['a', { c: 1 }] }, { ai: false, content: 'plain' }];
    const conversation = await appended(messages);
    const { body } = await conversation.context({ target: 'agent-zero' });
    expect(JSON.stringify(body.messages)).toBe(JSON.stringify(messages));
    await expectVerified(conversation, { target: 'agent-zero' });
  });

  test('a message may bring its own summary, which stays with it', async () => {
    const messages = [
      { ai: false, content: words(300, 'q'), summary: 'in short' },
      { ai: true, content: 'yes' },
    ];
    const conversation = await appended(messages);
    expect((await conversation.messages()).map(({ message }) => message)).toEqual(messages);
    const { body } = await conversation.context({ target: 'agent-zero' });
    expect(body.messages).toEqual(messages);
  });
});

test('verbatim compact and topics, as a person and as a script run them', async () => {
  const conversation = await under();
  await conversation.say(...chat(1, 6));
  const verbatim = (...line: string[]) => runCommand(...line, '--url', services.url);
  const compacted = await verbatim('compact', conversation.id, '--what', 'attention');
  expect([compacted.code, compacted.err]).toEqual([0, '']);
  expect(compacted.out).toMatch(
    /^compacted: \S+\n(.*\n)*current .* compressed .*\n\n.*\nthe whole history +\d+ +[\d,]+ +\d+/,
  );
  const { out } = await verbatim('topics', conversation.id, '--json');
  expect(JSON.parse(out)).toEqual(await topics(conversation));
  expect((await verbatim('compact', conversation.id, '--what', 'bulks')).out).toMatch(
    /^nothing to compact: no step bulks can be taken/,
  );
  const wrong = await verbatim('compact', conversation.id, '--what', 'everything');
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('large, attention, topic, bulks')]);
  const nobody = await verbatim('compact', 'nobody');
  expect([nobody.code, nobody.err]).toEqual([1, expect.stringContaining('conversation-not-found')]);
});
