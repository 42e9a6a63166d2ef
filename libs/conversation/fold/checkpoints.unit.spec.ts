import { dueWork } from '../decide';
import {
  Conversation,
  contextOf,
  decideNow,
  given,
  lines,
  policy,
  recordCut,
  revoke,
  summarize,
  turns,
  user,
} from '../testing';

const numbers = { triggerAt: 6, keepRecent: 3, retriggerAt: 6 };
const summaries = policy({ history: { ...numbers, mode: 'single' } });
const cuts = policy({ history: { ...numbers, summary: 'none' } });

function idsOf(conversation: Conversation, status: string): string[] {
  return conversation.ws
    .checkpoints()
    .flatMap((checkpoint) => (checkpoint.status === status ? [checkpoint.id] : []));
}

describe('a counting cut', () => {
  it('takes effect at the message that causes it, and waits for its record', () => {
    given(cuts, ...turns(5)).thenState({ live: 5, active: [] });
    const { conversation } = given(cuts, ...turns(5)).when(user('6'));
    expect(conversation.outline()).toMatchObject({ live: 3, active: [[0, 3]], checkpoints: 1 });
    expect(conversation.head.unrecordedCuts).toEqual(idsOf(conversation, 'active'));
    expect(dueWork(conversation.head)).toEqual(['history']);
  });

  it('takes effect when the policy is assigned to what is stored already', () => {
    given(...turns(10))
      .when(cuts)
      .thenState({ live: 3, active: [[0, 7]] });
  });

  it('is confirmed by the event with its id, which repeats and undoes nothing', () => {
    const conversation = new Conversation().append(cuts, ...turns(6));
    const [id = ''] = conversation.head.unrecordedCuts;
    const before = conversation.outline();
    conversation.append(user('7'), recordCut(id));
    expect(conversation.lastOutcome).toEqual({ status: 'applied' });
    expect(conversation.head).toMatchObject({ unrecordedCuts: [], checkpoints: 1, activeCheckpoints: 1 });
    expect(conversation.ws.checkpoint(id)).toMatchObject({
      status: 'active',
      recordedAt: 9,
      createdAt: 't9',
    });
    expect(conversation.outline()).toMatchObject({ active: before.active, live: 4 });
    expect(dueWork(conversation.head)).toEqual([]);
  });

  it('stays revoked when its record comes after the revocation', () => {
    const conversation = new Conversation().append(cuts, ...turns(6));
    const [id = ''] = conversation.head.unrecordedCuts;
    conversation.append(revoke(id), recordCut(id));
    expect(conversation.ws.checkpoint(id)).toMatchObject({ status: 'revoked' });
    expect(conversation.outline()).toMatchObject({ live: 6, active: [] });
  });

  it('is recorded under another policy than it was decided under', () => {
    const conversation = new Conversation().append(cuts, ...turns(6), policy({}));
    const [id = ''] = conversation.head.unrecordedCuts;
    conversation.append(recordCut(id));
    expect(conversation.outline()).toMatchObject({ live: 3, active: [[0, 3]] });
  });
});

describe('a revocation', () => {
  const summarised = () => new Conversation().append(summaries, ...turns(6), summarize('S1'));

  it('shows the range again and counts it toward no trigger', () => {
    const conversation = summarised();
    const [id = ''] = idsOf(conversation, 'active');
    conversation.append(revoke(id));
    expect(conversation.outline()).toMatchObject({
      live: 6,
      counted: 3,
      active: [],
      checkpoints: 1,
      due: false,
    });
    expect(conversation.head.activeCheckpoints).toBe(0);
    expect(lines(contextOf(conversation))).toHaveLength(6);
    conversation.append(...turns(2));
    expect(conversation.outline()).toMatchObject({ counted: 5, due: false });
  });

  it('ends its exemption with the next policy, and the new attempt has another id', () => {
    const conversation = summarised();
    const [id = ''] = idsOf(conversation, 'active');
    conversation.append(revoke(id), summaries);
    expect(conversation.outline()).toMatchObject({ live: 6, counted: 6, due: true });
    const again = decideNow(conversation.ws);
    expect(again).toMatchObject({ data: { range: conversation.ws.checkpoint(id)?.range } });
    expect(again.id).not.toBe(id);
    conversation.append(again);
    expect(conversation.outline()).toMatchObject({ live: 3, active: [[0, 3]], checkpoints: 2 });
  });

  it('makes what the checkpoint superseded active again', () => {
    const conversation = summarised().append(...turns(3), summarize('S2'));
    const [first = ''] = idsOf(conversation, 'superseded');
    const [second = ''] = idsOf(conversation, 'active');
    conversation.append(revoke(second));
    expect(conversation.ws.checkpoint(first)).toMatchObject({ status: 'active' });
    expect(conversation.outline()).toMatchObject({ active: [[0, 3]], live: 6, counted: 3 });
    expect(conversation.head.activeCheckpoints).toBe(1);
    expect(lines(contextOf(conversation))[0]).toBe('user: <S1>');
  });

  it.each(['revoked', 'superseded', 'unknown'])('is refused where the checkpoint is %s', (status) => {
    const conversation = summarised().append(...turns(3), summarize('S2'));
    conversation.append(revoke(idsOf(conversation, 'active')[0] ?? ''));
    conversation.append(summaries, summarize('S3'));
    const [id = 'nothing'] = idsOf(conversation, status);
    expect(id === 'nothing').toBe(status === 'unknown');
    const { viewVersion } = conversation.head;
    conversation.append(revoke(id));
    expect(conversation.lastOutcome).toMatchObject({
      status: 'refused',
      detail: `checkpoint ${id} is ${status}, not active`,
    });
    expect(conversation.head.viewVersion).toBe(viewVersion);
  });

  it('of a cut is not undone by the next message', () => {
    const conversation = new Conversation().append(cuts, ...turns(6));
    conversation.append(revoke(conversation.head.unrecordedCuts[0] ?? ''), ...turns(2));
    expect(conversation.outline()).toMatchObject({ live: 8, active: [] });
    expect(conversation.append(user('9')).outline()).toMatchObject({ live: 6, active: [[3, 6]] });
  });
});
