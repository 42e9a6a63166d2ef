import { planCheckpoint } from './plan-checkpoint';
import {
  assistant,
  Conversation,
  decideNow,
  policy,
  result,
  revoke,
  runCompleted,
  runStarted,
  toolLoop,
  turns,
  user,
  type EventSpec,
} from '../testing';

/** Due at six live messages, three stay. */
const document = { history: { triggerAt: 6, keepRecent: 3, retriggerAt: 6, mode: 'layered' } };

function planned(...history: EventSpec[]): [number, number] | null {
  const plan = planCheckpoint(new Conversation().append(policy(document), ...history).ws);
  return plan && [plan.range.messages.from, plan.range.messages.to];
}

describe('the boundary of a checkpoint', () => {
  it('leaves the newest messages live', () => {
    expect(planned(...turns(5))).toBeNull();
    expect(planned(...turns(6))).toEqual([0, 3]);
    expect(planned(...turns(9))).toEqual([0, 6]);
  });

  it('moves forward past a whole group that is complete', () => {
    const group = [assistant('', ['a', 'b']), result('a'), result('b')];
    expect(planned(user('1'), ...group, assistant('done'), user('2'))).toEqual([0, 4]);
    expect(planned(user('1'), assistant('x'), user('2'), ...group, assistant('done'))).toEqual([0, 6]);
  });

  it('moves back before a group that is open', () => {
    const open = [assistant('', ['a', 'b']), result('a')];
    expect(planned(...turns(2), user('3'), ...open, assistant('', ['c']), result('c'))).toEqual([0, 3]);
    expect(planned(...open, assistant('', ['c']), result('c'), assistant('', ['d']), result('d'))).toBeNull();
  });

  it('may cover a group once it is abandoned', () => {
    expect(planned(user('1'), assistant('', ['a']), user('2'), ...turns(3))).toEqual([0, 3]);
  });

  it('moves forward past an abandoned group and its late result', () => {
    const history = [user('1'), user('2'), assistant('', ['a']), user('3'), result('a')];
    expect(planned(...history, assistant('x'), user('4'), assistant('y'))).toEqual([0, 5]);
  });

  it('moves back before the newest group, whose results the model has not read', () => {
    const unread = [assistant('', ['a', 'b', 'c']), result('a'), result('b'), result('c')];
    expect(planned(...turns(2), user('3'), ...unread)).toEqual([0, 3]);
    expect(planned(...turns(2), user('3'), ...unread, assistant('read'))).toEqual([0, 7]);
    const [call, ...rest] = unread;
    expect(call && planned(result('b'), ...turns(2), user('3'), call, ...rest.toSpliced(1, 1))).toBeNull();
  });

  it('passes the newest user message inside its own run only', () => {
    expect(planned(...toolLoop(3))).toEqual([0, 5]);
    expect(planned(user('task'), ...toolLoop(3).slice(1), assistant('done'))).toEqual([0, 5]);
    expect(planned(user('task'), ...Array.from({ length: 6 }, () => assistant('more')))).toEqual([0, 1]);
    const marked = [
      user('task'),
      assistant('', ['a'], { runId: 'r' }),
      result('a'),
      assistant('', ['b']),
      result('b'),
    ];
    expect(planned(...marked, assistant('', ['c']), result('c'))).toEqual([0, 5]);
    const next = Array.from({ length: 5 }, () => assistant('unasked'));
    expect(planned(runStarted('r'), user('1'), runCompleted('r'), runStarted('s'), ...next)).toBeNull();
  });

  it('never takes the reply that ended the run into the range of the context it was made from', () => {
    const { keepRecent } = document.history;
    expect(keepRecent).toBe(3);
    const long = [assistant('', ['a']), result('a'), assistant('', ['b']), result('b')];
    expect(planned(user('1'), ...long, assistant('done'), assistant('and'), assistant('more'))).toEqual([
      0, 5,
    ]);
  });
});

describe('groups that a summary or a revocation has cut through', () => {
  const lateWhileSummarising = (): Conversation => {
    const history = [policy(document), user('1'), user('2'), assistant('', ['a']), ...turns(4)];
    const conversation = new Conversation().append(...history);
    const plan = planCheckpoint(conversation.ws);
    expect(plan?.range.messages).toEqual({ from: 0, to: 4 });
    return conversation;
  };

  it('do not stop later checkpoints where a late result outlived its call', () => {
    const conversation = lateWhileSummarising();
    const decided = decideNow(conversation.ws);
    conversation.append(result('a'), decided);
    expect(conversation.lastOutcome).toEqual({ status: 'applied' });
    conversation.append(...turns(4)).settle();
    expect(conversation.lastOutcome).toEqual({ status: 'applied' });
    expect(conversation.outline().live).toBeLessThan(6);
    conversation.appendSettled(...turns(20));
    expect(conversation.outcomes.filter(({ status }) => status !== 'applied')).toEqual([]);
    expect(conversation.outline().live).toBeLessThan(6);
  });

  it('are not covered by halves while the other half is shown again', () => {
    const conversation = lateWhileSummarising().settle();
    const [first] = conversation.ws.checkpoints();
    conversation.append(revoke(first?.id ?? ''), result('a'), ...turns(12)).settle();
    expect(conversation.outcomes.filter(({ status }) => status !== 'applied')).toEqual([]);
    const late = conversation.ws.items().find(({ answers }) => answers.includes('a'));
    const covered = conversation
      .activeRanges()
      .some(([from, to]) => from <= (late?.ordinal ?? -1) && (late?.ordinal ?? -1) < to);
    expect(covered).toBe(false);
    expect(conversation.outline().counted).toBeLessThan(6);
    conversation.appendSettled(policy(document));
    expect(conversation.outline().live).toBeLessThan(6);
  });

  it('do not stop the others once revoked ranges count again', () => {
    const conversation = new Conversation().append(policy(document));
    conversation.append(...turns(3), assistant('', ['a']), ...turns(2)).settle();
    conversation.append(user('3'), result('a'), ...turns(6)).settle();
    for (const { id, status } of conversation.ws.checkpoints()) {
      if (status === 'active') conversation.append(revoke(id));
    }
    conversation.appendSettled(policy(document), ...turns(6));
    expect(conversation.outline().live).toBeLessThan(6);
  });
});
