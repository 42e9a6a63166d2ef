import { startSummarizer } from '../../apps/summarizer';
import { chat, ConversationClient, report } from '../support/conversation-client';
import { startOpenAiServer, type OpenAiServer } from '../support/openai-server';
import { startServices, type RunningServices } from '../support/services';

jest.setTimeout(120_000);

const agentkit = { preset: 'agentkit' };

let openai: OpenAiServer;
let services: RunningServices;

const settings = (): NodeJS.ProcessEnv => ({ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: openai.baseUrl });

beforeAll(async () => {
  openai = await startOpenAiServer();
  services = await startServices({ env: settings() });
});

afterAll(async () => {
  await services.stop();
  await openai.close();
});

async function begun(policy: object = agentkit): Promise<ConversationClient> {
  const conversation = new ConversationClient(services.url);
  await conversation.assign(policy);
  return conversation;
}

async function inJournal(conversation: ConversationClient, type: string): Promise<number> {
  return (await conversation.journal(type)).filter(({ status }) => status === 'applied').length;
}

test('the table: 99, 100, 110 and 120 messages', async () => {
  const conversation = await begun();
  const rows: number[][] = [];
  for (const [from, to] of [
    [0, 99],
    [99, 100],
    [100, 110],
    [110, 120],
  ] as const) {
    const { messages, live, checkpoints } = await conversation.say(...chat(from, to - from));
    const [said, made] = [
      await inJournal(conversation, 'MessageAppended'),
      await inJournal(conversation, 'CheckpointCreated'),
    ];
    rows.push([messages, live, checkpoints, said, made]);
  }
  report(`SPEC 1 stored, live, checkpoints, journal: ${rows.map((row) => row.join(' ')).join(' | ')}`);
  expect(rows).toEqual([
    [99, 99, 0, 99, 0],
    [100, 10, 1, 100, 1],
    [110, 10, 2, 110, 2],
    [120, 10, 3, 120, 3],
  ]);
  const ranges = (await conversation.checkpoints()).map(({ messages: { from, to } }) => [from, to]);
  expect(ranges).toEqual([
    [0, 90],
    [90, 100],
    [100, 110],
  ]);
});

test('a burst of 120 before the summarizer works needs one checkpoint', async () => {
  const early = await startServices({ only: ['projector', 'context-builder'], env: settings() });
  const conversation = new ConversationClient(early.url);
  await conversation.assign(agentkit);
  const { cursor } = await conversation.append(chat(0, 120));
  const before = await conversation.context({ after: cursor });
  expect(before.body.messages).toHaveLength(120);
  const asked = openai.calls.length;
  const summarizer = await startSummarizer(early.context);
  const state = await conversation.settled(120);
  await summarizer.stop();
  expect(state).toMatchObject({ live: 10, checkpoints: 1 });
  expect(openai.calls.length - asked).toBe(1);
  expect(await inJournal(conversation, 'CheckpointCreated')).toBe(1);
  await early.stop();
});

test('live messages between two checkpoints are all in the context, after the summaries', async () => {
  const conversation = await begun({ preset: 'agentkit', summarization: { triggerAt: 20, keepRecent: 4 } });
  await conversation.say({ role: 'system', content: 'be exact' }, ...chat(0, 27));
  const { body, segments, degraded } = await conversation.context();
  const [made] = await conversation.checkpoints();
  expect(body.messages[0]).toEqual({ role: 'system', content: 'be exact' });
  expect(body.messages[1]?.content).toContain(`\n${made?.summary}\n`);
  expect(segments.map(({ kind }) => kind)).toEqual(['message', 'summary', ...Array(4).fill('message')]);
  expect(segments[1]?.event).toBe(made?.id);
  const more = await conversation.say(...chat(27, 3));
  const later = await conversation.context();
  expect(more).toMatchObject({ live: 7, checkpoints: 1 });
  expect(later.body.messages.slice(2)).toEqual(chat(23, 7));
  expect([degraded, later.degraded]).toEqual([[], []]);
});

test('200 turns of two messages: all stored, 1 + 30 checkpoints, every active summary in the context', async () => {
  const conversation = await begun();
  const asked = openai.calls.length;
  for (let stored = 2; stored <= 400; stored += 2) {
    await conversation.append(chat(stored - 2, 2));
    if (stored >= 100 && stored % 10 === 0) await conversation.settled(stored);
  }
  const state = await conversation.state();
  expect(state).toMatchObject({ messages: 400, live: 10, checkpoints: 31, activeCheckpoints: 31 });
  expect((await conversation.messages()).map(({ message }) => message)).toEqual(chat(0, 400));
  expect(openai.calls.length - asked).toBe(31);

  const checkpoints = await conversation.checkpoints();
  expect(checkpoints.map(({ messages }) => messages.to)).toEqual(
    Array.from({ length: 31 }, (_, index) => 90 + 10 * index),
  );
  const { body, segments, degraded } = await conversation.context();
  const summaries = body.messages.slice(0, 31);
  expect(segments.slice(0, 31).map(({ event }) => event)).toEqual(checkpoints.map(({ id }) => id));
  for (const [index, { id, summary }] of checkpoints.entries()) {
    expect(summary).toMatch(/^Summary \d+$/);
    expect(summaries[index]?.content).toContain(`ref="${id}"`);
    expect(summaries[index]?.content).toContain(`\n${summary}\n`);
  }
  expect(body.messages.slice(31)).toEqual(chat(390, 10));
  expect(degraded).toEqual([]);
  report(
    `SPEC 1 200 turns: 400 stored, ${state.checkpoints} checkpoints, ${summaries.length} summaries shown`,
  );
});
