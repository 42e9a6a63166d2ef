import {
  assistant,
  foldAll,
  given,
  piece,
  result,
  resultsAndQuestion,
  runCompleted,
  runStarted,
  system,
  thought,
  user,
  wholeTurn,
} from '../testing';

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

describe('a turn in pieces', () => {
  it('is one group with the results that come after it', () => {
    given(
      user('hi'),
      thought('hm'),
      piece('look', ['a']),
      piece('', ['b']),
      result('b'),
      result('a'),
    ).thenState({
      openGroups: [],
      groups: [[2, 3, 4, 5, 6]],
    });
  });

  it('goes on only directly after an assistant message', () => {
    given(user('hi'), assistant('', ['a']), result('a'), piece('', ['b']), result('b')).thenState({
      groups: [
        [2, 3],
        [4, 5],
      ],
    });
  });

  it('does not end a run that a later piece goes on with', () => {
    const { conversation } = given(user('hi'), assistant('I look')).when(piece('', ['a']));
    expect(conversation.head.run).toMatchObject({ number: 1, open: true });
  });
});

describe('results in other messages', () => {
  it('answer in time where a user message brings them with its question', () => {
    given(user('hi'), assistant('', ['a', 'b']), resultsAndQuestion(['a', 'b'], 'and now?')).thenState({
      openGroups: [],
      groups: [[2, 3]],
    });
  });

  it('answer the calls of the very message that holds them', () => {
    given(user('hi'), wholeTurn(['a', 'b'], ['a'], 'found')).thenState({ openGroups: [2] });
    given(user('hi'), wholeTurn(['a'], ['a'], 'found')).thenState({ openGroups: [], groups: [[2]] });
  });
});

it('an id that an earlier message used for a call is known as used again', () => {
  const { conversation } = given(user('hi'), assistant('', ['a']), result('a'), assistant('', ['b', 'a']));
  expect(conversation.ws.items().map(({ reused }) => reused)).toEqual([[], [], [], ['a']]);
  expect(foldAll([user('hi'), result('a'), assistant('', ['a'])]).ws.item(3)?.reused).toEqual([]);
});
