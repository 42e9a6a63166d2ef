import { assistant, foldAll, given, result, runCompleted, runStarted, user } from '../testing';

describe('inferred runs', () => {
  it('go from a user message to the assistant message without calls', () => {
    given()
      .when(user('hi'))
      .thenState({ run: [1, 0, 'open'] });
    given(user('hi'), assistant('', ['a']), result('a'))
      .when(assistant('done'))
      .thenState({ run: [1, 2, 'closed'] });
  });

  it('are not started by a user message while one is open', () => {
    given(user('hi'), assistant('', ['a']))
      .when(user('wait'))
      .thenState({ run: [1, 1, 'open'] });
    given(user('hi'), assistant('done'))
      .when(user('next'))
      .thenState({ run: [2, 0, 'open'] });
  });

  it('number the iterations of each run from 1, results with their call', () => {
    const history = [user('1'), assistant('', ['a']), result('a'), assistant('x'), user('2'), assistant('y')];
    const items = foldAll(history).ws.items();
    expect(items.map(({ run, iteration }) => [run, iteration])).toEqual([
      [1, 0],
      [1, 1],
      [1, 1],
      [1, 2],
      [2, 0],
      [2, 1],
    ]);
  });
});

describe('marked runs', () => {
  it('replace inference for the conversation', () => {
    given(runStarted('r'), user('hi'))
      .when(assistant('not the end'), user('more'))
      .thenState({ run: [1, 1, 'open'] });
    given(runStarted('r'), user('hi'), assistant('a'))
      .when(runCompleted('r'), user('outside'))
      .thenState({ run: [1, 1, 'closed'] });
  });

  it('start with the first message that names them', () => {
    given(user('hi'))
      .when(assistant('', ['a'], { runId: 'r', iteration: 7 }))
      .thenState({ run: [2, 7, 'open'], openGroups: [2] });
    given(user('hi', { runId: 'r' }))
      .when(user('again', { runId: 'r' }))
      .thenState({ run: [1, 0, 'open'] });
  });

  it('do not end by the completion of another run', () => {
    given(runStarted('r'), user('hi'), assistant('', ['a']))
      .when(runCompleted('other'))
      .thenState({ run: [1, 1, 'open'], openGroups: [3] });
  });
});
