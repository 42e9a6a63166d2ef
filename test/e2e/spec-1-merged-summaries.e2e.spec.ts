import { call, chat, ConversationClient, report } from '../support/conversation-client';
import { startOpenAiServer, type OpenAiServer } from '../support/openai-server';
import { startServices, type RunningServices } from '../support/services';
import { askedSummaries, ledgerProblems } from '../support/summary-ledger';

jest.setTimeout(180_000);

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

async function begun(policy: object): Promise<ConversationClient> {
  const conversation = new ConversationClient(services.url);
  await conversation.assign(policy);
  return conversation;
}

/** What its requests, from call number `from` on, tell otherwise than its journal does. */
async function problems(conversation: ConversationClient, from: number): Promise<string[]> {
  return ledgerProblems({
    asked: askedSummaries(openai.calls.slice(from)),
    journal: await conversation.messages(),
    checkpoints: await conversation.checkpoints(),
  });
}

async function activeRanges(conversation: ConversationClient): Promise<number[][]> {
  const active = (await conversation.checkpoints()).filter(({ status }) => status === 'active');
  return active.map(({ messages: { from, to } }) => [from, to]).toSorted(([a = 0], [b = 0]) => a - b);
}

test('mergeSummariesAt 8 in 200 turns of two: never eight summaries, 31 calls and 8 for merges', async () => {
  const history = { kind: 'checkpoints', mergeSummariesAt: 8 };
  const conversation = await begun({ preset: 'agentkit', history });
  const from = openai.calls.length;
  const active: number[] = [];
  for (let stored = 2; stored <= 400; stored += 2) {
    await conversation.append(chat(stored - 2, 2));
    if (stored % 10 === 0) active.push((await conversation.settled(stored)).activeCheckpoints);
  }
  expect(Math.max(...active)).toBe(7);
  const state = await conversation.state();
  expect(state).toMatchObject({ messages: 400, live: 10, checkpoints: 39, activeCheckpoints: 7 });
  const asked = askedSummaries(openai.calls.slice(from));
  const merges = asked.filter(({ previous }) => previous.length > 0);
  expect([asked.length, merges.length]).toEqual([39, 8]);
  for (const { messages, previous } of merges) {
    expect(messages).toEqual([]);
    expect(previous).toHaveLength(4);
  }
  expect(await problems(conversation, from)).toEqual([]);

  const ranges = await activeRanges(conversation);
  expect(ranges.map(([, to]) => to)).toEqual([...ranges.slice(1).map(([start]) => start), 390]);
  const { segments, body } = await conversation.context();
  expect(segments.map(({ kind }) => kind)).toEqual([
    ...Array(7).fill('summary'),
    ...Array(10).fill('message'),
  ]);
  expect(body.messages.slice(7)).toEqual(chat(390, 10));
  report(`SPEC 1 mergeSummariesAt 8, 400 messages: 31 calls + 8 merges, at most 7 summaries active`);
});

test('a merged summary that is revoked gives back what it superseded, and is not merged again', async () => {
  const history = { triggerAt: 6, keepRecent: 2, retriggerAt: 6, mergeSummariesAt: 4 };
  const conversation = await begun({ history });
  for (const [from, count] of [
    [0, 6],
    [6, 4],
    [10, 4],
    [14, 4],
  ] as const) {
    await conversation.say(...chat(from, count));
  }
  expect(await activeRanges(conversation)).toEqual([
    [0, 8],
    [8, 12],
    [12, 16],
  ]);
  const merged = (await conversation.checkpoints()).find(({ supersedes }) => supersedes.length > 0);
  const calls = openai.calls.length;
  const path = `/v1/conversations/${conversation.id}/checkpoints/${merged?.id}/revoke`;
  const { status, body } = await call<{ cursor: string }>(services.url, 'POST', path, {});
  expect(status).toBe(202);
  await conversation.context({ after: body.cursor });
  const restored = [0, 4, 8, 12].map((start) => [start, start + 4]);
  expect(await activeRanges(conversation)).toEqual(restored);
  const { live } = await conversation.say({ role: 'user', content: 'one more' });
  expect(live).toBe(3);
  expect(await activeRanges(conversation)).toEqual(restored);
  expect(openai.calls.length).toBe(calls);
});

test('retriggerAt 100: the first checkpoint at 100 messages, the second at 190', async () => {
  const conversation = await begun({ preset: 'agentkit', summarization: { retriggerAt: 100 } });
  expect(await conversation.say(...chat(0, 100))).toMatchObject({ checkpoints: 1, live: 10 });
  expect(await conversation.say(...chat(100, 89))).toMatchObject({ checkpoints: 1, live: 99 });
  expect(await conversation.say(...chat(189, 1))).toMatchObject({ checkpoints: 2, live: 10 });
});
