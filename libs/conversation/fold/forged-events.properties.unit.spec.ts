import fc from 'fast-check';
import { isCounted, shownTokens } from '../state';
import {
  always,
  Conversation,
  forgedStep,
  histories,
  historyStep,
  planned,
  play,
  policy,
  spoiledStep,
  tierProblems,
  type Step,
  type WrittenEvent,
} from '../testing';

const runs = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 100) };

/** More than any of these histories needs: beyond it the work goes round in circles. */
const MOST_STEPS = 300;

const tiers = fc
  .record({
    contextLength: fc.constantFrom(40, 100, 200, 1_000),
    newTopicOn: fc.constantFrom('event', 'user-message'),
    topicsKeepCount: fc.constantFrom(0, 1, 3),
    bulkMergeCount: fc.constantFrom(2, 3),
  })
  .map((numbers) => always(policy({ preset: 'agent-zero', ...numbers })));

const topic = fc.constantFrom('a', 'b').map((id) => always({ type: 'TopicStarted', data: { topic: id } }));

/** What the summarizer would publish; an id that is taken in the journal is not folded again, its work fails visibly. */
const write = (conversation: Conversation): WrittenEvent[] => {
  const event = planned(conversation);
  return event && conversation.events.every(({ id }) => id !== event.id) ? [event] : [];
};

/** Histories under checkpoints or tiers, in which somebody else writes a summarizer's events as well. */
const attacked = fc
  .tuple(
    fc.oneof(
      tiers,
      histories.map(([first]) => first),
    ),
    fc.array(
      fc.oneof(
        { weight: 20, arbitrary: historyStep },
        { weight: 3, arbitrary: topic },
        { weight: 8, arbitrary: fc.constant(write) },
        { weight: 14, arbitrary: forgedStep },
        { weight: 4, arbitrary: spoiledStep },
        { weight: 1, arbitrary: tiers },
      ),
      { maxLength: 50, size: 'max' },
    ),
  )
  .map(([first, rest]): Step[] => [...(first ? [first] : []), ...rest]);

/** All of it but what a refused event may change. */
function allElse({ head, ws }: Conversation) {
  const { position: _, attempts: __, spending: ___, ...others } = head;
  const checkpoints = ws.checkpoints().filter(({ status }) => status !== 'refused');
  return JSON.stringify([others, ws.items(), ws.groups(), checkpoints]);
}

it('an event that nobody decided is refused with a reason and changes nothing, or leaves a state that adds up', () => {
  const seen = { refused: 0 };
  fc.assert(
    fc.property(attacked, (steps) => {
      const conversation = new Conversation();
      let before = allElse(conversation);
      let { attempts } = conversation.head;
      play(conversation, steps, ({ head, ws, lastOutcome, events }) => {
        const after = allElse(conversation);
        const newest = events.at(-1);
        const isRefused = lastOutcome?.status === 'refused';
        seen.refused += isRefused ? 1 : 0;
        const asRefused = {
          hasReason: lastOutcome?.status === 'refused' && lastOutcome.detail.length > 10,
          isUnchanged: after === before,
          attempts: head.attempts - attempts,
          isPlannedAgain: planned(conversation)?.id === newest?.id,
        };
        expect(isRefused ? asRefused : null).toEqual(
          isRefused
            ? {
                hasReason: true,
                isUnchanged: true,
                attempts: newest?.type === 'CheckpointRevoked' ? 0 : 1,
                isPlannedAgain: false,
              }
            : null,
        );
        expect(tierProblems(conversation)).toEqual([]);
        expect(head.liveTokens).toBe(
          ws
            .items()
            .filter(({ ordinal }) => ordinal !== null && isCounted(head.coverage, ordinal))
            .reduce((sum, item) => sum + shownTokens(item, head.omittedThrough), 0),
        );
        const active = ws.checkpoints().filter(({ status }) => status === 'active');
        expect(head.activeCheckpoints).toBe(active.length);
        for (const id of head.unrecordedCuts) expect(ws.checkpoint(id)?.strategy).toBe('none');
        expect(new Set(head.tiers.bulks.map(({ id }) => id)).size).toBe(head.tiers.bulks.length);
        before = after;
        ({ attempts } = head);
      });
      for (let [next] = write(conversation), count = 0; next; [next] = write(conversation), count += 1) {
        conversation.append(next);
        expect([conversation.lastOutcome, count < MOST_STEPS]).toEqual([{ status: 'applied' }, true]);
      }
    }),
    runs,
  );
  expect(seen.refused).toBeGreaterThan(runs.numRuns);
});
