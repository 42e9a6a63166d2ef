import fc from 'fast-check';
import { planDemanded, planTiers, tierDemands, type TierStep } from '../../decide';
import { isLive } from '../../state';
import {
  always,
  Conversation,
  eventOf,
  historyStep,
  play,
  policy,
  settleTiers,
  tierProblems,
  type EventSpec,
  type Step,
} from '../../testing';

const RUNS = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 150) };

const policies = fc
  .record({
    contextLength: fc.constantFrom(40, 100, 200, 1_000),
    newTopicOn: fc.constantFrom('event', 'user-message'),
    topicsKeepCount: fc.constantFrom(0, 1, 3),
    bulkMergeCount: fc.constantFrom(2, 3),
    keepRecent: fc.constantFrom(0, 0, 1),
  })
  .map(({ keepRecent, ...numbers }) =>
    always(policy({ preset: 'agent-zero', ...numbers, toolResults: { keepRecent } })),
  );

const started = fc
  .constantFrom('a', 'b', 'c', undefined)
  .map((topic) => always({ type: 'TopicStarted', data: topic === undefined ? {} : { topic } }));

const planned: Step = (conversation) => {
  const step = planTiers(conversation.ws);
  return step ? [stepEvent(conversation, step)] : [];
};

const demanded = fc.constantFrom(...tierDemands, null).map((demand): Step => (conversation) => {
  const step = planDemanded(conversation.ws, demand);
  return step ? [stepEvent(conversation, step)] : [];
});

const step = fc.oneof(
  { weight: 20, arbitrary: historyStep },
  { weight: 4, arbitrary: started },
  { weight: 8, arbitrary: fc.constant(planned) },
  { weight: 3, arbitrary: demanded },
  { weight: 1, arbitrary: policies },
);

const tierHistories = fc
  .tuple(policies, fc.array(step, { maxLength: 40, size: 'max' }))
  .map(([first, rest]) => [first, ...rest]);

/** The event of a step; it splits no group that is shown, or the history is no good. */
function stepEvent(conversation: Conversation, of: TierStep): EventSpec {
  const { ws, head } = conversation;
  if ('range' in of) {
    const { from, to } = of.range.messages;
    for (const { members } of ws.groups()) {
      const live = members.filter(({ ordinal }) => isLive(head.coverage, ordinal));
      const inside = live.filter(({ ordinal }) => from <= ordinal && ordinal < to);
      if (inside.length > 0 && inside.length < live.length) throw new Error(`${of.id} splits a group`);
    }
  }
  return eventOf(conversation, of, 's');
}

/** The steps of the tiers that the fold refused. */
function refusedSteps({ events, outcomes }: Conversation): unknown[] {
  return outcomes.filter(
    (outcome, at) => outcome.status !== 'applied' && events[at]?.id.startsWith('tiers.'),
  );
}

it('every live message belongs to one topic or bulk, and what these hold is what a recount gives', () => {
  fc.assert(
    fc.property(tierHistories, (history) => {
      play(new Conversation(), history, (conversation) => expect(tierProblems(conversation)).toEqual([]));
    }),
    RUNS,
  );
});

it('a planned step is never refused, splits no group, and there is an end of steps', () => {
  fc.assert(
    fc.property(tierHistories, (history) => {
      const conversation = play(new Conversation(), history);
      settleTiers(conversation, 's');
      expect(refusedSteps(conversation)).toEqual([]);
      expect(tierProblems(conversation)).toEqual([]);
    }),
    RUNS,
  );
});
