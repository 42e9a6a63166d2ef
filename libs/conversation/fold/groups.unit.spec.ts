import { assistant, foldAll, given, result, runCompleted, runStarted, system, user } from '../testing';

describe('a group', () => {
  it('is open until each of its calls is answered', () => {
    given(user('hi'), assistant('', ['a', 'b'])).thenState({ openGroups: [2] });
    given(user('hi'), assistant('', ['a', 'b']))
      .when(result('b'))
      .thenState({ openGroups: [2] });
    given(user('hi'), assistant('', ['a', 'b']), result('b'))
      .when(result('a'))
      .thenState({ openGroups: [], groups: [[2, 3, 4]], unmatched: [] });
  });

  it('is abandoned by the next user message, and a late result still joins it', () => {
    const { conversation } = given(user('hi'), assistant('', ['a'])).when(user('never mind'));
    expect(conversation.ws.group(2)).toMatchObject({ pending: ['a'], abandonedAt: 3 });
    conversation.append(result('a'));
    expect(conversation.ws.group(2)).toMatchObject({ pending: [], abandonedAt: 3 });
    expect(conversation.outline()).toMatchObject({ openGroups: [], groups: [[2, 4]], unmatched: [] });
  });

  it('is abandoned when its run ends', () => {
    given(user('hi'), assistant('', ['a']))
      .when(assistant('done'))
      .thenState({ openGroups: [] });
    given(runStarted('r'), user('hi'), assistant('', ['a']))
      .when(runCompleted('r'))
      .thenState({ openGroups: [] });
  });

  it('stays open over system messages and over further calls of the same run', () => {
    given(user('hi'), assistant('', ['a']))
      .when(system('note'), assistant('', ['b']), result('b'))
      .thenState({ openGroups: [2], groups: [[2], [4, 5]] });
  });

  it('takes in a result that came before its call', () => {
    given(user('hi'), result('a')).thenState({ unmatched: [['orphan', 2]] });
    given(user('hi'), result('a'))
      .when(assistant('', ['a']))
      .thenState({ openGroups: [], groups: [[3, 2]], unmatched: [] });
  });

  it('gives a result to the newest unanswered use of an id that came again', () => {
    given(user('1'), assistant('', ['a']), result('a'), user('2'), assistant('', ['a']))
      .when(result('a'))
      .thenState({
        groups: [
          [2, 3],
          [5, 6],
        ],
        unmatched: [],
        openGroups: [],
      });
    given(user('1'), assistant('', ['a']), user('2'), assistant('', ['a']), result('a'))
      .when(result('a'))
      .thenState({
        groups: [
          [2, 6],
          [4, 5],
        ],
        unmatched: [],
      });
  });
});

describe('a tool result without an open call', () => {
  it('is kept and counted as an orphan where the call has not come', () => {
    given(user('hi'))
      .when(result('x'))
      .thenState({ live: 2, results: 1, unmatched: [['orphan', 2]], groups: [] });
  });

  it('is kept and counted as a duplicate where the call had its result', () => {
    given(user('hi'), assistant('', ['a']), result('a'))
      .when(result('a', 'again'))
      .thenState({ live: 4, results: 2, unmatched: [['duplicate', 4]], groups: [[2, 3]] });
  });

  it('is a duplicate of the orphan that came before it, and stays one when the call comes', () => {
    given(result('a'), result('a'))
      .when(assistant('', ['a']))
      .thenState({ unmatched: [['duplicate', 2]], groups: [[3, 1]], openGroups: [] });
  });
});

it('gives every result a number in the order of arrival', () => {
  const { ws } = foldAll([user('hi'), assistant('', ['a', 'b']), result('b'), result('x'), result('a')]);
  expect([1, 2, 3].map((number) => ws.itemOfResult(number)?.answers)).toEqual([['b'], ['x'], ['a']]);
});
