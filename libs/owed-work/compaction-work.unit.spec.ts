import type { SummarizerChoice } from '@verbatim/conversation';
import type { Lease } from '@verbatim/conversation-store';
import { TiktokenCounter } from '@verbatim/tokens';
import { FoldedConversation } from '../../test/support/in-process/folded-conversation';
import { memoryReader } from '../../test/support/in-process/memory-reader';
import { CompactionWork } from './compaction-work';
import type { OwedEvent, Result } from './owed-work';
import type { WriteRequest, WriteResult, WrittenSummary } from './write-summary/contract';

const counter = new TiktokenCounter();

const long = (name: string): string => `${name}: `.padEnd(7000, 'found it, ');

const made: Omit<WrittenSummary, 'kind' | 'text'> = {
  summarizer: 'openai:m',
  promptVersion: 'p1',
  tokensAfter: 1,
  usage: { inputTokens: 10, outputTokens: 2 },
  calls: 1,
  made: 'llm',
  rejected: [],
  loss: { found: 0, carried: 0, share: 1, kinds: {}, missing: [] },
  trust: 'tool',
};

const written = (text: string): WriteResult => ({ kind: 'written', text, ...made });

type Answer = (request: WriteRequest, number: number) => Promise<WriteResult>;

/** One run whose calls have these outputs, under a policy; what the writer was asked is kept. */
async function rig(
  compaction: object,
  outputs: readonly string[],
  answer: Answer = async () => written('short'),
) {
  const conversation = new FoldedConversation('c', counter);
  conversation.assign({ preset: 'chainlite', compaction });
  const say = async (data: object): Promise<void> => {
    expect(await conversation.append(JSON.stringify(data))).toBeNull();
  };
  const run = async (...texts: readonly string[]): Promise<void> => {
    const calls = texts.map((_, at) => ({
      id: `t${conversation.position}-${at}`,
      type: 'function',
      function: { name: 'search', arguments: '{}' },
    }));
    await say({ role: 'user', content: 'which one?' });
    await say({ role: 'assistant', content: null, tool_calls: calls });
    for (const [at, { id }] of calls.entries())
      await say({ role: 'tool', tool_call_id: id, content: texts[at] });
    await say({ role: 'assistant', content: 'done' });
  };
  await run(...outputs);
  const asked: WriteRequest[] = [];
  const write = (request: WriteRequest): Promise<WriteResult> => answer(request, asked.push(request));
  const work = new CompactionWork(memoryReader(conversation), { write }, counter);
  const { signal } = new AbortController();
  const lease: Lease = {
    tenant: 'default',
    conversation: 'c',
    mechanism: 'tool-compaction',
    attempt: 0,
    token: 0,
    failures: 0,
  };
  return { conversation, asked, run, prepare: () => work.prepare(lease, signal) };
}

function eventOf(result: Result): Extract<OwedEvent, { type: 'ToolResultsFiltered' }> {
  const [event, ...others] = result.kind === 'events' ? result.events : [];
  if (event?.type !== 'ToolResultsFiltered' || others.length > 0) throw new Error(JSON.stringify(result));
  return event;
}

const simple = { postRun: { mode: 'simple' } };
const auto = { postRun: { mode: 'auto' } };

it('records truncations with what is shown behind the characters that stay', async () => {
  const { conversation, prepare } = await rig(simple, [long('a'), 'b', long('c')]);
  const { id, data } = eventOf(await prepare());
  expect(id).toMatch(/^tool-compaction\.1-3\.[0-9a-f]{16}\.0$/);
  const cut = { mode: 'truncated', characters: 5000, replacement: '… [2000 characters omitted]' };
  expect(data.results).toMatchObject([
    { ...cut, result: 1 },
    { ...cut, result: 3 },
  ]);
  for (const { tokensBefore, tokensAfter } of data.results) expect(tokensBefore).toBeGreaterThan(tokensAfter);
  conversation.fold(eventOf(await prepare()));
  expect(await prepare()).toEqual({ kind: 'nothing-due', position: conversation.position });
});

it('gives the writer the question, the tool, the raw output and the policy’s summariser', async () => {
  const summarizer = { model: 'openai:cheap', systemPrompt: 'Be brief.' };
  const { asked, prepare } = await rig({ postRun: { mode: 'custom', summarizer } }, [long('a')]);
  const { data } = eventOf(await prepare());
  expect(asked).toMatchObject([
    {
      purpose: 'tool-output',
      question: 'which one?',
      messages: [{ role: 'tool', name: 'search', text: long('a'), trust: 'tool' }],
      choice: { model: 'openai:cheap', systemPrompt: 'Be brief.' } satisfies Partial<SummarizerChoice>,
    },
  ]);
  const { tokensAfter: _, ...recorded } = made;
  expect(data.results).toMatchObject([
    { ...recorded, result: 1, mode: 'summarized', replacement: '[Summarized Output]: short' },
  ]);
});

it('keeps what was written before one failed, and the next time asks for the rest alone', async () => {
  const failing: Answer = async (_, number) => {
    if (number === 2) throw new Error('no connection');
    return written(`short ${number}`);
  };
  const { conversation, asked, prepare } = await rig(auto, [long('a'), long('b'), long('c')], failing);
  const first = eventOf(await prepare());
  expect(first.data.results.map(({ result }) => result)).toEqual([1, 3]);
  conversation.fold(first);
  const second = eventOf(await prepare());
  expect(second.data.results.map(({ result }) => result)).toEqual([2]);
  conversation.fold(second);
  expect(asked).toHaveLength(4);
  expect(await prepare()).toMatchObject({ kind: 'nothing-due' });
});

it('fails as the writer does, and waits as it says, where nothing was written', async () => {
  const failed = await rig(auto, [long('a')], () => Promise.reject(new Error('no connection')));
  await expect(failed.prepare()).rejects.toThrow('no connection');
  const late = await rig(auto, [long('a'), long('b')], async () => ({ kind: 'not-now', seconds: 7 }));
  expect(await late.prepare()).toEqual({ kind: 'not-now', seconds: 7 });
});

it('never shows a summary that is longer than the output: that is cut', async () => {
  const { conversation, prepare } = await rig(auto, [long('a')], async () => written('x'.repeat(7000)));
  const event = eventOf(await prepare());
  expect(event.data.results).toMatchObject([{ mode: 'truncated', characters: 5000, calls: 1, made: 'llm' }]);
  conversation.fold(event);
  expect(await prepare()).toMatchObject({ kind: 'nothing-due' });
});

it('asks what the run’s own user had asked, though others came since', async () => {
  const { asked, run, prepare } = await rig(auto, [long('a')]);
  await run(long('b'));
  await prepare();
  expect(asked.map(({ question }) => question)).toEqual(['which one?', 'which one?']);
  expect(asked.map(({ messages: [message] }) => message?.text)).toEqual([long('a'), long('b')]);
});

it('takes so many summaries at once as the policy says', async () => {
  let open = 0;
  let most = 0;
  const slow: Answer = async () => {
    most = Math.max(most, (open += 1));
    await new Promise((resolve) => setTimeout(resolve, 5));
    open -= 1;
    return written('short');
  };
  const inRun = { mode: 'auto', truncationThreshold: 3000, startIter: 1, maxConcurrency: 2 };
  const { prepare } = await rig(
    { inRun },
    Array.from({ length: 6 }, (_, at) => long(`${at}`)),
    slow,
  );
  expect(eventOf(await prepare()).data.results).toHaveLength(6);
  expect(most).toBe(2);
});
