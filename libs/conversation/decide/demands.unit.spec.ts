import { assistant, checkpointOver, Conversation, policy, result, user, type WrittenEvent } from '../testing';
import { live } from '../state';
import type { CompactionDemand } from './compaction-demands';
import { whyNothingToCompact } from './demands';
import { planCheckpoint, planEarlyCheckpoint } from './plan-checkpoint';

const kit = { preset: 'agentkit', summarization: { triggerAt: 20, keepRecent: 4, retriggerAt: 10 } };

const said = (count: number) =>
  Array.from({ length: count }, (_, at) => (at % 2 === 0 ? user(`q${at}`) : assistant(`a${at}`)));

/** So many messages of one turn whose last call has no result yet. */
function openTurn(messages: number) {
  const calls = Array.from({ length: messages }, (_, at) => `c${at}`);
  return [assistant('', calls), ...calls.slice(0, -1).map((call) => result(call))];
}

function conversation(document: object, ...events: readonly WrittenEvent[]): Conversation {
  return new Conversation().append(policy(document), ...events);
}

function why(made: Conversation, demand: CompactionDemand | null = null): string {
  return whyNothingToCompact(made.ws, demand);
}

describe('a checkpoint before it is due', () => {
  it('covers what the due one would leave out, and leaves keepRecent as it is', () => {
    const { ws } = conversation(kit, ...said(12));
    expect(planCheckpoint(ws)).toBeNull();
    expect(planEarlyCheckpoint(ws)?.range.messages).toEqual({ from: 0, to: 8 });
  });

  it('is the one that is due where one is', () => {
    const { ws } = conversation(kit, ...said(20));
    expect(planEarlyCheckpoint(ws)).toEqual(planCheckpoint(ws));
    expect(planEarlyCheckpoint(ws)?.range.messages).toEqual({ from: 0, to: 16 });
  });

  it('takes effect when it is folded, and the next one is due as after any other', () => {
    const made = conversation(kit, ...said(12));
    const plan = planEarlyCheckpoint(made.ws);
    const { from = 0, to = 0 } = plan?.range.messages ?? {};
    made.append(checkpointOver(from, to));
    expect([made.lastOutcome?.status, live(made.head)]).toEqual(['applied', 4]);
    made.append(...said(5));
    expect(planCheckpoint(made.ws)).toBeNull();
    made.append(...said(1));
    expect(planCheckpoint(made.ws)?.range.messages).toEqual({ from: 8, to: 14 });
  });

  it('splits no group, and passes neither an open call nor the run that it belongs to', () => {
    const open = conversation(kit, ...said(4), ...openTurn(6));
    expect(planEarlyCheckpoint(open.ws)?.range.messages).toEqual({ from: 0, to: 3 });
  });
});

describe('why nothing can be compacted', () => {
  it.each<[string, Conversation, CompactionDemand | null, RegExp]>([
    [
      'no history',
      conversation({ preset: 'window-only' }, ...said(4)),
      null,
      /^the policy has no history part/,
    ],
    [
      'too few messages',
      conversation(kit, ...said(4)),
      'checkpoint',
      /^4 live messages, keepRecent is 4: all of them stay$/,
    ],
    ['topics asked of checkpoints', conversation(kit, ...said(12)), 'attention', /^the policy has no topics/],
    [
      'checkpoints asked of topics',
      conversation({ preset: 'agent-zero' }, ...said(12)),
      'checkpoint',
      /^the policy's history is of topics; ask for large, attention, topic, bulks$/,
    ],
    [
      'no step of the topics',
      conversation({ preset: 'agent-zero' }, ...said(1)),
      'topic',
      /^no step topic can be taken/,
    ],
    [
      'cuts',
      conversation(
        { history: { kind: 'checkpoints', summary: 'none', triggerAt: 30, keepRecent: 4 } },
        ...said(9),
      ),
      null,
      /^the policy cuts without summaries, and does so by itself at 30 live messages$/,
    ],
    [
      'open calls',
      conversation(kit, ...openTurn(6)),
      null,
      /^6 live messages, keepRecent is 4: 2 could be summarised, but these calls have no result yet: c5$/,
    ],
  ])('%s', (_, made, demand, reason) => {
    expect(why(made, demand)).toMatch(reason);
  });
});
