import fc from 'fast-check';
import { VerbatimError } from '@verbatim/conversation';
import { RememberingCounter } from '../../../test/support/in-process/counting';
import { SeenRig } from '../../../test/support/in-process/seen-rig';
import type { SeenAnswer } from './seen-schema';

jest.setTimeout(60_000);

const counter = new RememberingCounter();
const user = (content: string) => ({ role: 'user', content });
const assistant = (content: string) => ({ role: 'assistant', content });
const calls = (...ids: string[]) => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'search', arguments: '{"q":1}' } })),
});
const result = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content });

async function told(policy: object, ...messages: object[]): Promise<SeenRig> {
  const rig = new SeenRig(counter);
  rig.conversation.assign(policy);
  for (const message of messages) {
    await rig.conversation.append(JSON.stringify(message));
    rig.conversation.settle();
  }
  return rig;
}

const rules = ({ hidden }: SeenAnswer) =>
  hidden.map(({ from, to, count, reason }) => [from, to, count, reason.code]);
const words = ({ segments }: SeenAnswer) => segments.map(({ role, text }) => `${role}: ${text}`);

describe('what is hidden, and why', () => {
  it('names the summary that stands for a range, and shows what the summary says', async () => {
    const chat = Array.from({ length: 5 }, (_, at) => [user(`q${at}`), assistant(`a${at}`)]).flat();
    const rig = await told(
      { preset: 'agentkit', summarization: { triggerAt: 8, keepRecent: 2 } },
      { role: 'system', content: 'Be brief.' },
      ...chat,
    );
    const seen = await rig.seen(await rig.serve());
    const checkpoints = rig.conversation.ws.checkpoints();
    expect(words(seen).slice(0, 3)).toEqual([
      'system: Be brief.',
      'user: What was said, part 1.',
      'user: What was said, part 2.',
    ]);
    expect(seen.hidden.map(({ from, to, reason }) => [from, to, reason])).toEqual(
      checkpoints.map(({ id: event, range: { from, to } }) => [
        from,
        to,
        { code: 'summarised', event, detail: 'a summary stands for it' },
      ]),
    );
    expect(seen.messages).toEqual({ stored: 11, shown: 3, hidden: 8 });
  });

  it('tells what the window cut from what the budget cut', async () => {
    const chat = Array.from({ length: 6 }, (_, at) => [
      user(`question ${at} of many`),
      assistant(`a${at}`),
    ]).flat();
    const rig = await told(
      { preset: 'window-only', window: { maxMessages: 8, cutStep: 0 } },
      ...chat,
      user('now'),
    );
    const seen = await rig.seen(await rig.serve({ budget: { tokens: 45 } }));
    expect(rules(seen).map(([, , , code]) => code)).toEqual(['window-cut', 'budget-cut']);
    expect(seen.hidden[0]).toMatchObject({ from: 2, to: 6, count: 5 });
    expect(seen.hidden[0]?.reason.detail).toBe('the window holds 8 messages, and begins after it');
    expect(seen.hidden[1]).toMatchObject({
      from: 7,
      reason: { detail: expect.stringContaining('45 tokens') },
    });
    expect(seen.messages).toEqual({
      stored: 13,
      shown: seen.segments.length,
      hidden: 13 - seen.segments.length,
    });
  });

  it('names the plugin that left messages out', async () => {
    const policy = {
      preset: 'window-only',
      plugins: [{ name: 'default' }, { name: 'token-budget', options: { tokenBudget: 30 } }],
    };
    const rig = await told(policy, user('one '.repeat(30)), assistant('two '.repeat(30)), user('three'));
    const seen = await rig.seen(await rig.serve());
    expect(rules(seen)).toEqual([[2, 3, 2, 'plugin-dropped']]);
    expect(seen.hidden[0]?.reason.detail).toBe('the plugin token-budget left it out');
  });

  it('says of a result that stands as a placeholder which rule omitted it, and what it would take', async () => {
    const rig = await told(
      {
        preset: 'window-only',
        toolResults: { keepRecent: 1, placeholder: '[Omitted {ref}]', clearAtLeast: 0, protectUnread: true },
      },
      user('find'),
      calls('c1'),
      result('c1', 'long '.repeat(40)),
      calls('c2'),
      result('c2', 'short'),
      assistant('found'),
      user('and now?'),
    );
    const seen = await rig.seen(await rig.serve());
    expect(rules(seen)).toEqual([]);
    expect(words(seen)).toEqual([
      'user: find',
      'assistant: search({"q":1})',
      'tool: [Omitted m4]',
      'assistant: search({"q":1})',
      'tool: short',
      'assistant: found',
      'user: and now?',
    ]);
    expect(seen.segments.flatMap(({ instead, position }) => (instead ? [[position, instead]] : []))).toEqual([
      [
        4,
        {
          code: 'result-omitted',
          detail: 'the policy keeps the last result of tools',
          tokens: expect.any(Number),
        },
      ],
    ]);
    const byBudget = await rig.seen(await rig.serve({ budget: { tokens: 75 } }));
    expect(byBudget.messages.stored).toBe(7);
  });

  it('names what is wrong with messages of a broken history, and what was never a message', async () => {
    const rig = await told(
      { preset: 'window-only' },
      user('hello'),
      result('none', 'nobody called'),
      { role: 'robot', content: 'no message' },
      { role: 'assistant', content: '' },
      calls('c1'),
      result('c1', 'one'),
      result('c1', 'two'),
      user('now'),
    );
    expect(rules(await rig.seen(await rig.serve()))).toEqual([
      [3, 3, 1, 'orphan-result'],
      [4, 4, 1, 'event-invalid'],
      [5, 5, 1, 'empty-message'],
      [8, 8, 1, 'duplicate-result'],
    ]);
  });
});

it('cuts long texts at a stated length unless they are asked for in full', async () => {
  const rig = await told({ preset: 'window-only' }, user('ä'.repeat(1000)));
  const callId = await rig.serve();
  const [short, full] = [await rig.seen(callId), await rig.seen(callId, true)];
  expect(short.segments[0]).toMatchObject({ text: `${'ä'.repeat(400)}…`, characters: 1000 });
  expect(full.segments[0]?.text).toBe('ä'.repeat(1000));
});

it('compares two calls: what came, what went and what is shown in another way, each with its reason', async () => {
  const rig = await told(
    {
      preset: 'window-only',
      window: { maxMessages: 20, cutStep: 0 },
      toolResults: { keepRecent: 1, placeholder: '[Omitted]', clearAtLeast: 0, protectUnread: true },
    },
    user('find'),
    calls('c1'),
    result('c1', 'long '.repeat(40)),
    assistant('found'),
  );
  const first = await rig.serve();
  for (const message of [calls('c2'), result('c2', 'short'), assistant('done')]) {
    await rig.conversation.append(JSON.stringify(message));
  }
  const second = await rig.serve({ budget: { messages: 4 } });
  const diff = await rig.diff(first, second);
  const brief = (list: { event: string; reason: { code: string } }[]) =>
    list.map(({ event, reason }) => [event, reason.code]);
  expect(brief(diff.added)).toEqual([
    ['m6', 'new'],
    ['m7', 'new'],
    ['m8', 'new'],
  ]);
  expect(brief(diff.removed)).toEqual([
    ['m3', 'window-cut'],
    ['m4', 'window-cut'],
    ['m5', 'window-cut'],
  ]);
  expect(diff.why).toContainEqual({ code: 'position', detail: 'the journal reached position 5, then 8' });
  expect(diff.why).toContainEqual({ code: 'new', detail: 'it came after call 1', count: 3 });
  const third = await rig.serve({ budget: { messages: 20 } });
  const back = await rig.diff(second, third);
  expect(brief(back.added)).toEqual([
    ['m3', 'shown-again'],
    ['m4', 'shown-again'],
    ['m5', 'shown-again'],
  ]);
  const replaced = await rig.diff(first, third);
  expect(replaced.replaced).toMatchObject([
    {
      event: 'm4',
      before: { kind: 'message' },
      after: { kind: 'replacement', text: '[Omitted]' },
      reason: { code: 'result-omitted' },
    },
  ]);
});

const callId = fc.constantFrom('a', 'b', 'c', 'd');
const text = fc.constantFrom('yes', 'no', 'a longer text of some words '.repeat(6), 'x'.repeat(300));
const message = fc.oneof(
  { weight: 4, arbitrary: text.map(user) },
  { weight: 3, arbitrary: text.map(assistant) },
  {
    weight: 5,
    arbitrary: fc.uniqueArray(callId, { minLength: 1, maxLength: 3 }).map((ids) => calls(...ids)),
  },
  { weight: 6, arbitrary: fc.tuple(callId, text).map(([id, content]) => result(id, content)) },
  fc.constantFrom<object>(
    { role: 'system', content: 'Be brief.' },
    { role: 'assistant', content: '' },
    { role: 'robot', content: 'no message' },
  ),
);
const toolResults = { keepRecent: 2, placeholder: '[Omitted]', clearAtLeast: 0, protectUnread: true };
const policy = fc.constantFrom<object>(
  { preset: 'window-only', window: { maxMessages: 6, cutStep: 0 } },
  { preset: 'agentkit', summarization: { triggerAt: 6, keepRecent: 2 }, toolResults: { keepRecent: 1 } },
  { preset: 'hpd-counting' },
  {
    preset: 'window-only',
    toolResults,
    plugins: [{ name: 'default' }, { name: 'token-budget', options: { tokenBudget: 120 } }],
  },
  { preset: 'window-only', plugins: [{ name: 'default' }, { name: 'role-pair-enforcer' }] },
);

it('accounts for every stored message of any history, under any policy and budget, each with a reason', async () => {
  let served = 0;
  await fc.assert(
    fc.asyncProperty(
      policy,
      fc.array(message, { minLength: 3, maxLength: 40 }),
      fc.constantFrom(undefined, { tokens: 150 }, { tokens: 400 }, { messages: 5 }),
      async (document, messages, budget) => {
        const rig = await told(document, ...messages);
        const id = await rig.serve({ budget }).catch((error: unknown) => {
          if (error instanceof VerbatimError) return null;
          throw error;
        });
        if (id === null) return;
        served += 1;
        const { segments, hidden, messages: counts } = await rig.seen(id);
        const places = new Set(
          segments.flatMap(({ kind, position, metadata }) =>
            kind === 'message' || (kind === 'replacement' && metadata?.['missingResult'] === undefined)
              ? [position]
              : [],
          ),
        );
        const merged = segments.flatMap(
          ({ metadata }) => (metadata?.['merged'] as string[] | undefined)?.slice(1) ?? [],
        );
        const stored = rig.conversation.journal.filter((event) =>
          event.includes('"type":"MessageAppended"'),
        ).length;
        const left = hidden.reduce((sum, { count }) => sum + count, 0);
        expect([places.size + merged.length + left, counts.stored, counts.hidden]).toEqual([
          stored,
          stored,
          left,
        ]);
        expect(hidden.filter(({ from }) => places.has(from))).toEqual([]);
        const codes = [
          ...hidden.map(({ reason }) => reason.code),
          ...segments.map(({ instead }) => instead?.code),
        ];
        expect(codes).not.toContain('unexplained');
      },
    ),
    { numRuns: 40 },
  );
  expect(served).toBeGreaterThan(15);
});
