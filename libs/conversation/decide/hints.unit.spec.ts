import { assistant, Conversation, policy, revoke, turns, user } from '../testing';
import { reductionHints } from './hints';

const agentkit = policy({
  preset: 'agentkit',
  summarization: { triggerAt: 6, keepRecent: 2, retriggerAt: 6 },
});
const codes = (conversation: Conversation) => reductionHints(conversation.ws.head).map(({ code }) => code);

describe('hints say why a conversation was or was not reduced', () => {
  it('summarisation is off, and worth having above 50 messages', () => {
    expect(codes(new Conversation().append(...turns(50)))).toEqual(['history-off']);
    expect(codes(new Conversation().append(...turns(50), user('51')))).toEqual(['history-off', 'summarise']);
  });

  it('the live count against the trigger', () => {
    const conversation = new Conversation().append(agentkit, ...turns(4));
    expect(reductionHints(conversation.ws.head)).toEqual([
      { code: 'below-trigger', detail: '4 live messages, the next checkpoint is due at 6' },
    ]);
    expect(codes(conversation.append(...turns(2)))).toEqual(['checkpoint-due']);
  });

  it('calls that are open from the first message on', () => {
    const calls = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => assistant('', [id]));
    const [hint] = reductionHints(new Conversation().append(agentkit, ...calls).ws.head);
    expect(hint).toEqual({
      code: 'open-group',
      detail: 'the trigger is reached, but calls are open: a, b, c, d, e, f',
    });
  });

  it('summaries that are to become one', () => {
    const history = { triggerAt: 6, keepRecent: 2, retriggerAt: 6 };
    const conversation = new Conversation().append(policy({ history })).appendSettled(...turns(10));
    conversation.append(policy({ history: { ...history, mergeSummariesAt: 2 } }));
    expect(reductionHints(conversation.ws.head).at(-1)).toEqual({
      code: 'merge-due',
      detail: '2 summaries: the oldest become one',
    });
  });

  it('messages of a revoked range', () => {
    const conversation = new Conversation().appendSettled(agentkit, ...turns(6));
    const [checkpoint] = conversation.ws.checkpoints();
    conversation.append(revoke(checkpoint?.id ?? ''));
    expect(codes(conversation)).toEqual(['revoked-exempt', 'below-trigger']);
  });
});
