import fc from 'fast-check';
import { fitContext } from '../context';
import {
  afterPlugin,
  assistant,
  Conversation,
  contextOptions,
  foldAll,
  histories,
  modelEntry,
  play,
  shippedAnswer,
  toolLoop,
  unpaired,
  user,
  viewOf,
} from '../testing';
import type { History, HistoryElement } from './contract';
import { historyOf } from './history';
import { judge } from './judge';

/** A task, two tool turns, an answer, and two questions. */
const view = viewOf(foldAll([...toolLoop(2), assistant('done'), user('more'), user('now')]));
const history = historyOf(view.units);
const [task, turn, , done, more, now] = history as [
  HistoryElement,
  HistoryElement,
  HistoryElement,
  HistoryElement,
  HistoryElement,
  HistoryElement,
];

it('shows a plugin messages, and tool turns as wholes', () => {
  expect(history.map(({ kind, role, required, plain }) => [kind, role, required, plain])).toEqual([
    ['message', 'user', false, true],
    ['tools', 'assistant', false, false],
    ['tools', 'assistant', false, false],
    ['message', 'assistant', false, true],
    ['message', 'user', false, true],
    ['message', 'user', true, true],
  ]);
  expect(turn.messages.map(({ role, text }) => `${role}: ${text}`)).toEqual([
    'assistant: tool({})',
    'tool: result 1',
  ]);
});

it('takes elements left out, shortened and joined', () => {
  const joined = { ...more, merged: [now.id], text: 'more now' };
  expect(judge(history, [{ ...task, text: 'ta' }, turn, joined])).toEqual({
    effects: {
      dropped: [history[2]?.id, done.id],
      cut: [{ id: task.id, text: 'ta' }],
      merged: [{ id: more.id, with: [now.id], text: 'more now' }],
    },
  });
});

it('takes further what an earlier plugin joined', () => {
  const joined = afterPlugin(view, (given) => [
    ...given.slice(0, 4),
    { ...more, merged: [now.id], text: 'more now' },
  ]);
  const [first] = historyOf(joined.units).slice(-1);
  expect(first).toMatchObject({ id: more.id, merged: [now.id], text: 'more now', required: true });
  const cut = afterPlugin(joined, (given) => [...given.slice(0, 4), { ...first, text: 'now' }]);
  expect(cut.units.at(-1)?.entries).toMatchObject([{ event: more.id, joined: [now.id], text: 'now' }]);
  expect(() => afterPlugin(joined, (given) => [...given.slice(0, 4), { ...first, merged: [] }])).toThrow(
    'splits',
  );
});

it.each<[string, unknown, string]>([
  ['no list', { length: 2 }, 'it returned a value of type object, not a list'],
  ['nothing', undefined, 'it returned undefined, not a list'],
  ['strings', ['task'], 'element 0 is a value of type string, no element of a history'],
  ['holes', Array(3), 'element 0 is undefined, no element of a history'],
  ['an unknown element', [{ ...task, id: 'x' }, now], 'element 0 names "x", which it was not given'],
  ['an element twice', [task, task, now], `${task.id} stands twice or out of its order`],
  ['another order', [now, task], `${task.id} stands twice or out of its order`],
  ['too many', [...history, ...history], 'it returned 12 elements and was given 6'],
  [
    'another role',
    [{ ...task, role: 'system' }, now],
    `${task.id} has another role or kind than it was given`,
  ],
  ['a split tool turn', [{ ...turn, messages: turn.messages.slice(1) }, now], 'split or changed'],
  ['a changed result', [{ ...turn, text: 'x' }, now], 'no plain message'],
  ['a longer text', [{ ...task, text: 'task!' }, now], `${task.id} has a longer text than it was given`],
  ['an empty text', [{ ...task, text: ' ' }, now], `${task.id} has no text left`],
  ['two roles joined', [{ ...done, merged: [more.id] }, now], 'another role or kind'],
  ['a tool turn joined', [{ ...turn, merged: [history[2]?.id] }, now], 'no plain message'],
  ['not the newest user message', [task, turn], `it left out ${now.id}, which must be shown`],
  ['nothing at all', [], `it left out ${now.id}, which must be shown`],
])('refuses %s', (_, returned, problem) => {
  expect(judge(history, returned)).toEqual({ problem: expect.stringContaining(problem) });
});

it('refuses to leave nothing, also where nothing must be shown', () => {
  const replies = historyOf(viewOf(foldAll([assistant('one'), assistant('two')])).units);
  expect(judge(replies, [])).toEqual({ problem: 'it left no message' });
});

describe('over random histories', () => {
  const limits = { openCalls: 'placeholder' as const };

  it('what shipped plugins answer is valid, and no group is split', () => {
    const options = fc.record({
      merge: fc.boolean(),
      tokenBudget: fc.integer({ min: 1, max: 60 }),
      estimate: fc.constantFrom('tokens', 'chars4'),
    });
    fc.assert(
      fc.property(histories, options, (steps, { merge, ...budget }) => {
        let current = viewOf(play(new Conversation(), steps), limits);
        const required = historyOf(current.units).filter((element) => element.required);
        for (const [name, written] of [
          ['role-pair-enforcer', { merge }],
          ['token-budget', budget],
        ] as const) {
          current = afterPlugin(current, (given) => shippedAnswer(given, name, written, modelEntry()));
        }
        const shown = historyOf(current.units).flatMap(({ id, merged }) => [id, ...merged]);
        for (const { id } of required) expect(shown).toContain(id);
        expect(unpaired(fitContext(current, contextOptions(limits)).entries)).toEqual([]);
      }),
    );
  });

  it('whatever is left out is either refused or leaves a valid context', () => {
    fc.assert(
      fc.property(histories, fc.infiniteStream(fc.boolean()), (steps, keep) => {
        const random = viewOf(play(new Conversation(), steps), limits);
        const given: History = historyOf(random.units);
        const picked = given.filter(() => keep.next().value);
        const judged = judge(given, picked);
        const isRequired = given.some((element) => element.required && !picked.includes(element));
        if (judged.problem !== undefined) return;
        expect(isRequired).toBe(false);
        const chained = afterPlugin(random, () => picked);
        expect(historyOf(chained.units)).toEqual(picked);
        expect(unpaired(fitContext(chained, contextOptions(limits)).entries)).toEqual([]);
      }),
    );
  });
});
