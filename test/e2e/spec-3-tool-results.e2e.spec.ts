import { chat, ConversationClient, report, type Message, type Served } from '../support/conversation-client';
import { startServices, type RunningServices } from '../support/services';

jest.setTimeout(120_000);

/** Characters of ten results: the first two and the last two are those of SPEC 3. */
const sizes = [5000, 4500, 4700, 4100, 4900, 3900, 4600, 4400, 4200, 3800];

let services: RunningServices;

beforeAll(async () => {
  services = await startServices();
});

afterAll(() => services.stop());

function toolCall(number: number) {
  const text = `{"query": "visa ${number}",  "page":1.0}`;
  return { id: `tc_${number}`, type: 'function', function: { name: 'search', arguments: text } };
}

function result(number: number, characters: number): Message {
  const content = `result ${number}: `.padEnd(characters, 'found it, ');
  return { role: 'tool', tool_call_id: `tc_${number}`, content };
}

function searches(from: number, characters: readonly number[]): Message[] {
  return characters.flatMap((size, index) => [
    { role: 'assistant', content: 'Let me search', tool_calls: [toolCall(from + index)] },
    result(from + index, size),
  ]);
}

const question: Message = { role: 'user', content: 'Search for visa information' };
const tenCalls: readonly Message[] = [question, ...searches(1, sizes)];

async function begun(toolResults: object, rest: object = {}): Promise<ConversationClient> {
  const conversation = new ConversationClient(services.url);
  await conversation.assign({ ...rest, toolResults });
  return conversation;
}

function toolCharacters({ body }: Served): number {
  const results = body.messages.filter(({ role }) => role === 'tool');
  return results.reduce((sum, { content }) => sum + String(content).length, 0);
}

/** The numbers of the results that are shown as the placeholder. */
function omitted({ body }: Served): number[] {
  const results = body.messages.filter(({ role, content }) => role === 'tool' && content === '[Omitted]');
  return results.map(({ tool_call_id }) => Number(tool_call_id?.slice('tc_'.length)));
}

/** The numbers of the results whose omission is on record, in the order of the events. */
async function recorded(conversation: ConversationClient): Promise<number[]> {
  const events = await conversation.journal('ToolResultsFiltered');
  expect(events.every(({ status }) => status === 'applied')).toBe(true);
  return events.flatMap(({ data }) => (data['results'] as { result: number }[]).map(({ result: at }) => at));
}

const firstOf = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

test.each([
  { keepRecent: 2, gone: 8 },
  { keepRecent: 1, gone: 9 },
  { keepRecent: 0, gone: 0 },
])('ten calls, the last $keepRecent kept: $gone are omitted', async ({ keepRecent, gone }) => {
  const conversation = await begun({ keepRecent });
  await conversation.say(...tenCalls);
  const served = await conversation.context();
  expect(omitted(served)).toEqual(firstOf(gone));
  const shown = served.body.messages.map((message, index) =>
    message.content === '[Omitted]' ? { ...message, content: tenCalls[index]?.content } : message,
  );
  expect(shown).toEqual(tenCalls);
  expect(served.degraded).toEqual([]);
  expect(await recorded(conversation)).toEqual(firstOf(gone));
  expect((await conversation.messages()).map(({ message }) => message)).toEqual(tenCalls);
});

test.each([
  ['of 5,000, 4,500 … 4,200 and 3,800 characters', sizes, 0.8],
  ['of equal sizes', Array<number>(10).fill(4000), 0.75],
])('results %s: the tool part falls', async (name, characters, atLeast) => {
  const conversation = await begun({ keepRecent: 2 });
  await conversation.say(question, ...searches(1, characters));
  const before = characters.reduce((sum, size) => sum + size, 0);
  const after = toolCharacters(await conversation.context());
  const fallen = 1 - after / before;
  report(`SPEC 3 results ${name}: ${before} → ${after} characters, ${(100 * fallen).toFixed(1)} % less`);
  expect(fallen).toBeGreaterThanOrEqual(atLeast);
});

describe('three parallel calls, the last one kept', () => {
  const parallel: readonly Message[] = [
    question,
    { role: 'assistant', content: null, tool_calls: [toolCall(1), toolCall(2), toolCall(3)] },
    ...[1, 2, 3].map((number) => result(number, 500)),
  ];
  const answer: Message = { role: 'assistant', content: 'Here is what I found' };

  test('results that the model has not read are shown, and omitted once it has', async () => {
    const conversation = await begun({ keepRecent: 1 });
    await conversation.say(...parallel);
    expect(omitted(await conversation.context())).toEqual([]);
    expect(await recorded(conversation)).toEqual([]);
    await conversation.say(answer, { role: 'user', content: 'thanks' });
    expect(omitted(await conversation.context())).toEqual([1, 2]);
    expect(await recorded(conversation)).toEqual([1, 2]);
  });

  test('without protectUnread two of them are lost, as in the source', async () => {
    const conversation = await begun({ keepRecent: 1, protectUnread: false });
    await conversation.say(...parallel);
    expect(omitted(await conversation.context())).toEqual([1, 2]);
  });
});

test('a message at a time, an omission never comes back, and each is on record once', async () => {
  const conversation = await begun({ keepRecent: 2 });
  const seen: number[][] = [];
  for (const message of tenCalls) {
    const { cursor } = await conversation.append([message]);
    seen.push(omitted(await conversation.context({ after: cursor, openCalls: 'placeholder' })));
  }
  await conversation.settled(tenCalls.length);
  for (const [index, numbers] of seen.entries()) expect(numbers).toEqual(firstOf(Math.max(0, index / 2 - 2)));
  expect(await recorded(conversation)).toEqual(firstOf(8));
});

test('with summarisation filtering gives the same result as alone, and both act', async () => {
  const long = [...tenCalls, { role: 'assistant', content: 'That is all' }, ...chat(0, 6)];
  const history = { kind: 'checkpoints', triggerAt: 20, keepRecent: 16 };
  const alone = await begun({ keepRecent: 2 });
  const both = await begun({ keepRecent: 2 }, { history });
  const summariesAlone = await begun({ enabled: false }, { history });
  for (const conversation of [alone, both, summariesAlone]) await conversation.say(...long);
  expect(await recorded(both)).toEqual(await recorded(alone));
  expect(await recorded(both)).toEqual(firstOf(8));
  const [withBoth, withSummaries] = [await both.context(), await summariesAlone.context()];
  const [summary] = withBoth.segments;
  expect(summary?.kind).toBe('summary');
  expect(withBoth.segments.map(({ role }) => role)).toEqual(withSummaries.segments.map(({ role }) => role));
  const shown = new Set(withBoth.body.messages.flatMap(({ tool_call_id }) => tool_call_id ?? []));
  expect(shown.size).toBeGreaterThan(2);
  expect(shown.size).toBeLessThan(10);
  expect(omitted(withBoth)).toEqual(firstOf(8).filter((number) => shown.has(`tc_${number}`)));
  expect(omitted(withSummaries)).toEqual([]);
  const raw = (await both.messages()).map(({ message }) => message);
  expect(raw).toEqual(long);
});
