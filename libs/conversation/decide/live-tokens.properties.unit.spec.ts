import fc from 'fast-check';
import { isCounted, liveCounted, shownTokens } from '../state';
import { Conversation, histories, modelSwitched, play, policy, summarize, type Step } from '../testing';
import { checkpointDue, planCheckpoint } from './plan-checkpoint';
import { planSummary } from './plan-summary';
import { thresholds } from './thresholds';

const runs = { numRuns: 500 };

const always =
  (...specs: ReturnType<Step>): Step =>
  () =>
    specs;

const inTokens = fc
  .record({
    triggerAt: fc.integer({ min: 20, max: 60 }),
    keepRecent: fc.integer({ min: 1, max: 19 }),
    strategy: fc.constantFrom(
      { summary: 'none' },
      { mode: 'single' },
      ...[0, 2, 3, 4].map((mergeSummariesAt) => ({ mergeSummariesAt })),
    ),
    keepResults: fc.integer({ min: 0, max: 3 }),
    clearAtLeast: fc.constantFrom(0, 10),
    truncationThreshold: fc.constantFrom(null, 5, 20),
  })
  .map(({ keepResults, clearAtLeast, truncationThreshold, strategy, triggerAt, keepRecent }) => {
    const inRun = { mode: 'simple', truncationThreshold, startIter: 1, startRun: 1 };
    const compaction = truncationThreshold === null ? null : { inRun };
    const toolResults = { keepRecent: keepResults, clearAtLeast, compaction };
    const history = { ...strategy, unit: 'tokens', triggerAt, keepRecent, retriggerAt: triggerAt };
    return always(policy({ toolResults, history }));
  });

const ofAWindow = fc
  .record({ triggerAt: fc.constantFrom(0.3, 0.5, 0.8), keepRecent: fc.constantFrom(0.01, 0.1, 0.25) })
  .map((shares) => always(policy({ history: { ...shares, unit: 'share', retriggerAt: shares.triggerAt } })));

const switches = fc.constantFrom(50, 100, 1_000).map((tokens) => always(modelSwitched(tokens)));

const settings = fc.oneof({ weight: 2, arbitrary: inTokens }, ofAWindow, switches);

/** Histories under policies that count tokens; others come and go between them. */
const inUnits = fc
  .tuple(inTokens, histories, fc.array(fc.tuple(fc.nat(40), settings), { maxLength: 4 }))
  .map(([first, [, ...rest], later]) => {
    for (const [at, setting] of later) rest.splice(at, 0, setting);
    return [first, ...rest];
  });

function recomputed({ ws, head }: Conversation): number {
  return ws
    .items()
    .filter(({ ordinal }) => ordinal !== null && isCounted(head.coverage, ordinal))
    .reduce((sum, item) => sum + shownTokens(item, head.omittedThrough), 0);
}

it.each([
  ['messages', histories],
  ['all units', inUnits],
])('live tokens are those of the counted live messages as shown, whatever happened, with %s', (_, steps) => {
  fc.assert(
    fc.property(steps, (history) => {
      play(new Conversation(), history, (conversation) => {
        expect(conversation.head.liveTokens).toBe(recomputed(conversation));
      });
    }),
    runs,
  );
});

it('summaries that merging counts are those that are active beyond where a revocation was', () => {
  fc.assert(
    fc.property(inUnits, (history) => {
      play(new Conversation(), history, ({ ws, head }) => {
        const active = ws.checkpoints().filter(({ status, summary, range }) => {
          return status === 'active' && summary !== null && range.messages.from >= head.mergeable.from;
        });
        expect(head.mergeable.summaries).toBe(active.length);
      });
    }),
    runs,
  );
});

it('a plan is due, is accepted, and leaves less that counts or fewer summaries', () => {
  fc.assert(
    fc.property(inUnits, (history) => {
      const conversation = play(new Conversation(), history, ({ ws, head }) => {
        if (planCheckpoint(ws) && !checkpointDue(head)) throw new Error('planned and not due');
      });
      for (let plan = planSummary(conversation.ws); plan; plan = planSummary(conversation.ws)) {
        const { head } = conversation;
        conversation.append(summarize());
        expect(conversation.lastOutcome).toEqual({ status: 'applied' });
        const isMerge = liveCounted(conversation.head) === liveCounted(head);
        expect(conversation.head.activeCheckpoints).toBe(head.activeCheckpoints + 1 - plan.supersedes.length);
        expect(isMerge && plan.supersedes.length < 2).toBe(false);
      }
    }),
    runs,
  );
});

it('what a checkpoint in tokens leaves is at most what is to stay, unless a group or the newest message forbids it', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 60 }), inTokens, (sizes, first) => {
      const conversation = play(new Conversation(), [first]);
      for (const [index, size] of sizes.entries()) {
        const said = { type: 'text' as const, text: 'x'.repeat(4 * size) };
        const role = index % 2 === 0 ? ('user' as const) : ('assistant' as const);
        const before = conversation.head.checkpoints;
        conversation.appendSettled({ type: 'MessageAppended', data: { role, parts: [said] } });
        const { live = 0, trigger = 0, keepRecent = 0 } = thresholds(conversation.head) ?? {};
        if (conversation.head.checkpoints === before) continue;
        expect(live).toBeLessThanOrEqual(Math.max(keepRecent, size));
        expect(live < trigger || liveCounted(conversation.head) === 1).toBe(true);
      }
    }),
    runs,
  );
});
