import { fitContext } from '../context';
import { afterPlugin, assistant, contextOptions, foldAll, result, system, user, viewOf } from '../testing';
import { historyOf } from './history';
import { shippedPlugin } from './shipped';

it('does not speak of what was wrong in a turn that a plugin left out', () => {
  const twice = assistant('look', ['a', 'a']);
  const view = viewOf(foldAll([user('task'), twice, result('a'), assistant('done'), user('now')]));
  const repairs = (left: typeof view) => fitContext(left, contextOptions({})).repairs.map(({ code }) => code);
  expect(repairs(view)).toEqual(['duplicate-call']);
  const without = afterPlugin(view, (history) => history.filter(({ kind }) => kind !== 'tools'));
  expect(repairs(without)).toEqual([]);
  const others = afterPlugin(view, (history) => history.filter(({ text }) => text !== 'done'));
  expect(repairs(others)).toEqual(['duplicate-call']);
});

it('leaves an element joined in its place, with all that must stay of it', () => {
  const view = viewOf(foldAll([system('s'), user('one'), user('two'), assistant('yes'), user('now')]));
  const { units } = afterPlugin(view, ([pinned, one, two, ...rest]) => [
    pinned,
    { ...one, merged: [two?.id], text: 'one two' },
    ...rest,
  ]);
  expect(units.map(({ kind, kept, ordinal }) => [kind, kept, ordinal])).toEqual([
    ['pinned', true, -1],
    ['turn', false, 0],
    ['turn', false, 2],
    ['turn', true, 3],
  ]);
  expect(historyOf(units)[1]).toMatchObject({ id: 'e2', merged: ['e3'], text: 'one two', tokens: 2 });
  expect(units[1]?.tokensThrough).toBe(view.units[2]?.tokensThrough);
});

it('knows no shipped plugin by another name, and not the window', () => {
  const tokens = { count: () => 1, perMessage: 0 };
  expect(['default', 'other'].map((name) => shippedPlugin(name, {}, tokens))).toEqual([null, null]);
  expect(() => shippedPlugin('token-budget', { budget: 1 }, tokens)).toThrow(/budget/);
});
