import { call, chat, ConversationClient, report, type Message } from '../support/conversation-client';
import { startOpenAiServer, type OpenAiServer } from '../support/openai-server';
import { startServices, type RunningServices } from '../support/services';
import { askedSummaries, ledgerProblems } from '../support/summary-ledger';

jest.setTimeout(120_000);

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

async function begun(settings: object = {}): Promise<{ conversation: ConversationClient; from: number }> {
  const conversation = new ConversationClient(services.url);
  await conversation.assign({ preset: 'hpd-summarizing', ...settings });
  return { conversation, from: openai.calls.length };
}

function calling(...ids: string[]): Message {
  const look = (id: string) => ({ id, type: 'function', function: { name: 'look', arguments: '{}' } });
  return { role: 'assistant', content: null, tool_calls: ids.map(look) };
}

const result = (id: string): Message => ({ role: 'tool', tool_call_id: id, content: `result of ${id}` });

const turn = (number: number): Message[] => [calling(`c${number}`), result(`c${number}`)];

async function ranges(conversation: ConversationClient): Promise<number[][]> {
  const active = (await conversation.checkpoints()).filter(({ status }) => status === 'active');
  return active.map(({ messages: { from, to } }) => [from, to]);
}

test('a boundary inside a complete group moves forward past the whole group', async () => {
  const { conversation } = await begun();
  await conversation.say(...chat(0, 5), calling('a', 'b'), result('a'), result('b'), ...chat(5, 17));
  // 25 are live: with one more the first six would go, and message 5 calls the tools.
  const { live } = await conversation.say(...chat(22, 1));
  expect([live, await ranges(conversation)]).toEqual([18, [[0, 8]]]);
  const { body } = await conversation.context();
  expect(body.messages.slice(1)).toEqual(chat(5, 18));
});

test('a boundary inside an open group moves back before it', async () => {
  const { conversation } = await begun();
  const results = Array.from({ length: 23 }, (_, index) => `r${index}`);
  await conversation.say(...chat(0, 3), calling(...results, 'open'), ...results.slice(0, 22).map(result));
  expect([(await conversation.state()).live, await ranges(conversation)]).toEqual([23, [[0, 3]]]);
});

test('a boundary inside the newest group, which the model has not read, moves back before it', async () => {
  const { conversation } = await begun({ targetMessageCount: 2, summarizationThreshold: 3 });
  await conversation.say(...chat(0, 3), calling('a', 'b', 'c'), ...['a', 'b', 'c'].map(result));
  expect([(await conversation.state()).live, await ranges(conversation)]).toEqual([4, [[0, 3]]]);
  // Read, and the run is not over: past the whole group now.
  await conversation.say(calling('d'), result('d'));
  expect(await ranges(conversation)).toEqual([[0, 7]]);
  const { body } = await conversation.context();
  expect(body.messages.slice(1)).toEqual([chat(2, 1)[0], calling('d'), result('d')]);
});

test('the newest user message is passed only inside its own run, and shown after the summary; the reply to it stays', async () => {
  const { conversation } = await begun({ targetMessageCount: 1, summarizationThreshold: 2 });
  const shown = async (): Promise<unknown> => (await conversation.context()).body.messages.slice(1);
  const [question, answer] = chat(0, 2);
  const more = ['and', 'more', 'unasked'].map((content) => ({ role: 'assistant', content }));
  await conversation.say(...chat(0, 2), ...more);
  expect(await ranges(conversation)).toEqual([[0, 1]]);
  expect(await shown()).toEqual([question, answer, ...more]);
  const [next] = chat(2, 1);
  if (next) await conversation.say(next);
  expect(await ranges(conversation)).toEqual([[0, 5]]);
  expect(await shown()).toEqual([next]);
});

test('the summary’s role is assistant where the target allows it, and the body is what its provider takes', async () => {
  const { conversation } = await begun();
  await conversation.say(...chat(0, 26));
  for (const target of [
    'openai-chat',
    'anthropic',
    'ai-sdk',
    'ai-sdk-ui',
    'openai-responses',
    'agent-zero',
  ]) {
    const { segments, callId } = await conversation.context({ target });
    const summary = segments.find(({ kind }) => kind === 'summary');
    expect([target, summary?.role]).toEqual([target, 'assistant']);
    const proof = await call(services.url, 'GET', `/v1/calls/${callId}/verify`);
    expect(proof.body).toMatchObject({ segments: 'ok', fold: 'ok', differences: [] });
  }
});

test('an agent with one task and 300 turns: the task is shown after the summary, and no turn is split', async () => {
  const { conversation, from } = await begun();
  const task = { role: 'user', content: 'the one task' };
  await conversation.say(task);
  for (let number = 0; number < 300; number += 10) {
    await conversation.say(...Array.from({ length: 10 }, (_, index) => turn(number + index)).flat());
    const { body, segments, degraded } = await conversation.context();
    const summarised = segments[0]?.kind === 'summary';
    expect(body.messages[summarised ? 1 : 0]).toEqual(task);
    const turns = body.messages.slice(summarised ? 2 : 1);
    const first = number + 10 - turns.length / 2;
    expect(turns).toEqual(Array.from({ length: turns.length / 2 }, (_, index) => turn(first + index)).flat());
    expect(degraded).toEqual([]);
  }
  const journal = await conversation.messages();
  expect(journal).toHaveLength(601);
  const asked = askedSummaries(openai.calls.slice(from));
  expect(ledgerProblems({ asked, journal, checkpoints: await conversation.checkpoints() })).toEqual([]);
  const { live } = await conversation.state();
  expect(live).toBeLessThanOrEqual(25);
  report(`SPEC 2 one task, 300 turns: 601 stored, ${live} live, ${asked.length} calls`);
});
