import {
  assistant,
  checkpointOver,
  Conversation,
  decideNow,
  given,
  policy,
  result,
  toolLoop,
  turns,
  user,
} from '../testing';

const document = policy({ history: { triggerAt: 6, keepRecent: 3, retriggerAt: 6, mode: 'single' } });
const stored = [document, ...turns(6)];

describe('a checkpoint is refused', () => {
  it('when its policy was not in force at its basis', () => {
    given(...stored)
      .when(checkpointOver(0, 3, { policyVersion: 'other' }))
      .thenRefused(/policy other was not the one in force/);
    const conversation = new Conversation().append(...stored);
    const late = decideNow(conversation.ws);
    conversation.append(policy({}), late);
    expect(conversation.lastOutcome).toEqual({ status: 'applied' });
    given(...stored, policy({}))
      .when(
        (ws) =>
          ({
            ...late,
            ...(late.type === 'CheckpointCreated' && { data: { ...late.data, basis: ws.head.position } }),
          }) as typeof late,
      )
      .thenRefused(/not the one in force/);
  });

  it('when its basis is not before it', () => {
    given(...stored)
      .when(checkpointOver(0, 3, { basis: 8 }))
      .thenRefused(/basis 8 is not before/);
  });

  it('when its range is empty, beyond its basis, or not where it says', () => {
    const range = { from: 2, to: 4, fromMessage: 'e2', toMessage: 'e4' };
    const over = (from: number, to: number, change = {}) =>
      checkpointOver(0, 3, { range: { ...range, messages: { from, to }, ...change } });
    given(...stored)
      .when(over(2, 2))
      .thenRefused(/empty/);
    given(...stored)
      .when(over(3, 1))
      .thenRefused(/empty/);
    given(...stored)
      .when(over(0, 2))
      .thenRefused(/not at positions 2-4/);
    given(...stored)
      .when(over(1, 3))
      .thenRefused(/not at positions 2-4/);
    given(...stored)
      .when(over(0, 3, { toMessage: 'e3' }))
      .thenRefused(/not at positions/);
    given(...stored)
      .when(over(0, 3, { fromMessage: 'x' }))
      .thenRefused(/not at positions/);
    given(...stored)
      .when(over(0, 9, { to: 9 }))
      .thenRefused(/after its basis/);
    given(...stored)
      .when(checkpointOver(0, 3, { basis: 3 }))
      .thenRefused(/ends at position 4, after its basis 3/);
  });

  it('when it splits a group', () => {
    const loop = [document, ...toolLoop(3), assistant('done')];
    given(...loop)
      .when(checkpointOver(0, 2))
      .thenRefused(/splits the group at position 3/);
    given(...loop)
      .when(checkpointOver(2, 5))
      .thenRefused(/splits the group at position 3/);
    given(...loop)
      .when(checkpointOver(1, 3))
      .thenState({ active: [[1, 3]] });
  });

  it('when it covers a group that was open at its basis', () => {
    const open = [document, user('1'), assistant('', ['a'])];
    given(...open)
      .when(checkpointOver(0, 2))
      .thenRefused(/open group at position 3/);
    const conversation = new Conversation().append(...open);
    conversation.append(result('a'), assistant('done'), checkpointOver(0, 2, { basis: 3 }));
    expect(conversation.lastOutcome).toMatchObject({ status: 'refused' });
  });

  it('when it overlaps an active checkpoint that it does not supersede', () => {
    given(...stored, checkpointOver(0, 3))
      .when(checkpointOver(2, 4))
      .thenRefused(/overlaps the active checkpoint e8/);
    given(...stored, checkpointOver(1, 2))
      .when(checkpointOver(0, 4))
      .thenRefused(/overlaps the active checkpoint e8/);
  });

  it('when it supersedes one that is not active or not inside its range', () => {
    given(...stored)
      .when(checkpointOver(0, 3, { supersedes: ['nothing'] }))
      .thenRefused(/nothing, which is not active/);
    given(...stored, checkpointOver(0, 3), checkpointOver(0, 4, { supersedes: ['e8'] }))
      .when(checkpointOver(0, 5, { supersedes: ['e8', 'e9'] }))
      .thenRefused(/e8, which is not active/);
    given(...stored, checkpointOver(0, 3))
      .when(checkpointOver(1, 4, { supersedes: ['e8'] }))
      .thenRefused(/reaches beyond its range/);
  });

  it('keeps its position and its reason, and the next attempt has another id', () => {
    const { conversation } = given(...stored).when(checkpointOver(0, 3, { policyVersion: 'x' }));
    expect(conversation.head).toMatchObject({ position: 8, checkpoints: 0, attempts: 1 });
    expect(conversation.ws.checkpoint('e8')).toMatchObject({
      status: 'refused',
      refusal: expect.stringMatching(/x/),
    });
    expect(decideNow(conversation.ws).id).not.toBe(decideNow(new Conversation().append(...stored).ws).id);
  });
});

it('counts a checkpoint named twice in supersedes once', () => {
  given(...stored, checkpointOver(0, 3))
    .when(checkpointOver(0, 4, { supersedes: ['e8', 'e8'] }))
    .thenState({ active: [[0, 4]], checkpoints: 2 });
  const { conversation } = given(...stored, checkpointOver(0, 3)).when(
    checkpointOver(0, 4, { supersedes: ['e8', 'e8'] }),
  );
  expect(conversation.head.activeCheckpoints).toBe(1);
});
