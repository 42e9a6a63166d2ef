import { assistant, Conversation, decideNow, policy, result, summarize, turns, user } from '../testing';

const document = policy({ history: { triggerAt: 6, keepRecent: 3, retriggerAt: 6, mode: 'single' } });
const stored = [document, ...turns(6)];

describe('what came after its basis never makes a checkpoint stale', () => {
  it('messages stay live', () => {
    const conversation = new Conversation().append(...stored);
    const decided = decideNow(conversation.ws);
    conversation.append(...turns(20, 6), decided);
    expect(conversation.outline()).toMatchObject({ active: [[0, 3]], live: 23 });
  });

  it('nor does a late result of a call that it covers', () => {
    const conversation = new Conversation().append(document, user('1'), assistant('', ['a']), ...turns(4));
    const decided = decideNow(conversation.ws);
    conversation.append(result('a'), decided);
    expect(conversation.lastOutcome).toEqual({ status: 'applied' });
  });

  it('nor does the call of an orphan that it covers', () => {
    const conversation = new Conversation().append(document, result('b'), ...turns(5));
    const decided = decideNow(conversation.ws);
    conversation.append(assistant('', ['a', 'b']), decided);
    expect(conversation.lastOutcome).toEqual({ status: 'applied' });
    conversation.append(result('a'), assistant('done'), ...turns(6));
    conversation.append(summarize());
    expect(conversation.lastOutcome).toEqual({ status: 'applied' });
  });

  it('and an open group stays out of later ranges though its early result was covered', () => {
    const conversation = new Conversation().append(document, result('b'), ...turns(5));
    const decided = decideNow(conversation.ws);
    conversation.append(assistant('', ['a', 'b']), decided);
    const more = [1, 2, 3, 4].flatMap((at) => [assistant('', [`c${at}`]), result(`c${at}`)]);
    conversation.append(...more).settle();
    const call = conversation.ws.items().find(({ calls }) => calls.includes('a'));
    expect(conversation.activeRanges().every(([, to]) => to <= (call?.ordinal ?? 0))).toBe(true);
  });
});
