import {
  assistant,
  contextOf,
  foldAll,
  handedOver,
  lines,
  message,
  piece,
  result,
  resultsAndQuestion,
  thought,
  user,
  wholeTurn,
  type EventSpec,
} from '../testing';
import type { Context } from './build-context';
import type { Part } from '../message';
import type { MessageEntry } from './entry';

const found = ({ repairs }: Context): unknown[] =>
  repairs.map(({ code, event, part }) => [code, event, ...(part === undefined ? [] : [part])]);
const viewOf = (...history: EventSpec[]): Context => contextOf(foldAll(history));

const isMessage = (entry: Context['entries'][number]): entry is MessageEntry =>
  entry.kind !== 'summary' && entry.kind !== 'missing-result';
const calls = ({ entries }: Context): unknown[] => entries.filter(isMessage).map((entry) => [...entry.calls]);

describe('a message in pieces', () => {
  it('has its results behind their calls, and says the rest after them', () => {
    const view = viewOf(user('hi'), assistant('', ['a', 'b']), resultsAndQuestion(['b', 'a'], 'and now?'));
    expect(lines(view)).toEqual([
      'user: hi',
      'assistant: tool({})\ntool({})',
      'tool: result of b',
      'tool: result of a',
      'user: and now?',
    ]);
    expect(view.entries.map((entry) => isMessage(entry) && entry.parts)).toEqual([null, null, [0], [1], [2]]);
    expect(view.repairs).toEqual([]);
  });

  it('may hold its own results; those it lacks are shown as missing', () => {
    const view = viewOf(user('hi'), wholeTurn(['a', 'b'], ['a'], 'found'));
    expect(lines(view)).toEqual([
      'user: hi',
      'assistant: tool({})\ntool({})',
      'tool: ',
      'tool: [No result]',
      'assistant: found',
    ]);
    expect(found(view)).toEqual([['missing-result', 'e2']]);
  });

  it('keeps data beside a result with the result, in a tool message', () => {
    const note = { type: 'data', name: 'note', value: 1 } as const;
    const answer = (callId: string): Part => ({ type: 'tool-result', callId, content: [] });
    const both = message({ role: 'tool', parts: [note, answer('a'), answer('b'), note] });
    const view = viewOf(user('hi'), assistant('', ['a', 'b']), both);
    expect(view.entries.map((entry) => isMessage(entry) && entry.parts)).toEqual([
      null,
      null,
      [0, 1],
      [2, 3],
    ]);
  });

  it('is one of several that make a turn', () => {
    const view = viewOf(
      user('hi'),
      thought('hm'),
      piece('look', ['a']),
      piece('', ['b']),
      result('b'),
      result('a'),
    );
    expect(lines(view)).toEqual([
      'user: hi',
      'assistant: hm',
      'assistant: look\ntool({})',
      'assistant: tool({})',
      'tool: result of b',
      'tool: result of a',
    ]);
  });
});

describe('a broken history', () => {
  it('has no second call of one id in one message: nothing could tell the results apart', () => {
    const view = viewOf(user('hi'), assistant('', ['a', 'a', 'b']), result('a'), result('a'), result('b'));
    expect(lines(view)).toEqual([
      'user: hi',
      'assistant: tool({})\ntool({})',
      'tool: result of a',
      'tool: result of b',
    ]);
    expect(found(view)).toEqual([
      ['duplicate-call', 'e2', 1],
      ['duplicate-result', 'e4'],
    ]);
  });

  it('has no second call of one id in a turn of pieces either, handed over or not', () => {
    const history = [user('hi'), assistant('', ['a']), piece('', ['a']), piece('', ['b', 'a'])];
    const conversation = foldAll([...history, result('a'), result('a'), result('b')]);
    const expected = [
      'user: hi',
      'assistant: tool({})',
      'assistant: tool({})',
      'tool: result of a',
      'tool: result of b',
    ];
    expect(lines(contextOf(conversation))).toEqual(expected);
    expect(found(contextOf(conversation))).toEqual([
      ['duplicate-call', 'e3', 0],
      ['duplicate-call', 'e4', 1],
      ['duplicate-result', 'e6'],
    ]);
    const empty = foldAll([user('hi')]);
    const handed = [...history.slice(1), result('a'), result('b')];
    const pending = handed.map((spec, index) => handedOver(`p${index}`, spec, empty));
    expect(lines(contextOf(empty, { pending }))).toEqual(expected);
  });

  it('is reported from its first message on, where nothing is cut off', () => {
    const { losses } = viewOf(result('x'), assistant('', ['a']), result('a'));
    expect(losses).toMatchObject([{ code: 'orphan-result', event: 'e1' }]);
  });

  it('has no reasoning that an interrupted stream left without what it was for', () => {
    const view = viewOf(
      user('hi'),
      thought('hm'),
      user('hello?'),
      piece('', ['a']),
      thought('so'),
      result('a'),
    );
    expect(lines(view)).toEqual(['user: hi', 'user: hello?', 'assistant: tool({})', 'tool: result of a']);
    expect(found(view)).toEqual([
      ['reasoning-unfollowed', 'e2'],
      ['reasoning-unfollowed', 'e5'],
    ]);
  });

  it('names the event of a call whose id was used before, with the call and with its result', () => {
    const view = viewOf(
      user('1'),
      assistant('', ['a']),
      result('a'),
      user('2'),
      assistant('', ['a']),
      result('a'),
    );
    expect(calls(view)).toEqual([
      [],
      [['a', { name: 'tool', again: null }]],
      [['a', { name: 'tool', again: null }]],
      [],
      [['a', { name: 'tool', again: 'e5' }]],
      [['a', { name: 'tool', again: 'e5' }]],
    ]);
  });

  it('does so too for a call that is handed over', () => {
    const conversation = foldAll([user('1'), assistant('', ['a']), result('a')]);
    const pending = [
      handedOver('p1', assistant('', ['a']), conversation),
      handedOver('p2', result('a'), conversation),
    ];
    expect(calls(contextOf(conversation, { pending })).slice(3)).toEqual([
      [['a', { name: 'tool', again: 'p1' }]],
      [['a', { name: 'tool', again: 'p1' }]],
    ]);
  });

  it('is not reported where the window has cut it off', () => {
    const empty = message({ role: 'assistant', parts: [] });
    const conversation = foldAll([user('1'), empty, result('x'), user('2'), user('3'), user('4')]);
    const { losses, repairs } = contextOf(conversation, { messages: 2, cutStep: 0 });
    expect([losses, repairs]).toEqual([[], []]);
  });
});
