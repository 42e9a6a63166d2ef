import fc from 'fast-check';
import { checkpointDue, planCheckpoint } from '../decide';
import type { RecordedEvent } from '../events';
import { isLive, live, type Head } from '../state';
import { Conversation, histories, play, summarize, tokensOfMessage } from '../testing';

const runs = { numRuns: 500 };

const stateOf = ({ ws, head, outcomes }: Conversation) => ({
  head,
  outcomes,
  items: ws.items(),
  groups: ws.groups(),
  checkpoints: ws.checkpoints(),
});

function replay(
  events: readonly RecordedEvent[],
  between: (conversation: Conversation) => void,
): Conversation {
  const conversation = new Conversation();
  for (const event of events) {
    conversation.fold(event);
    between(conversation);
  }
  return conversation;
}

it('the same events give the same state, also with the head stored as JSON in between', () => {
  fc.assert(
    fc.property(histories, (steps) => {
      const played = play(new Conversation(), steps);
      expect(stateOf(replay(played.events, () => {}))).toEqual(stateOf(played));
      const stored = replay(played.events, ({ ws }) => {
        const head: Head = JSON.parse(JSON.stringify(ws.head));
        ws.head = head;
      });
      expect(stateOf(stored)).toStrictEqual(stateOf(played));
    }),
    runs,
  );
});

it('other conversations change nothing, in whatever order events come', () => {
  fc.assert(
    fc.property(histories, histories, fc.array(fc.boolean(), { minLength: 40 }), (one, other, order) => {
      const alone = [one, other].map((steps, index) => play(new Conversation(`c${index}`), steps));
      const together = alone.map(({ id }) => new Conversation(id));
      const left = alone.map(({ events }) => [...events]);
      for (let turn = 0; left.some(({ length }) => length > 0); turn += 1) {
        const wanted = order[turn % order.length] ? 0 : 1;
        const which = left[wanted]?.length ? wanted : 1 - wanted;
        const event = left[which]?.shift();
        if (event) together[which]?.fold(event);
      }
      expect(together.map(stateOf)).toEqual(alone.map(stateOf));
    }),
    { numRuns: 200 },
  );
});

it('active checkpoints never overlap, and what they do not cover is live', () => {
  fc.assert(
    fc.property(histories, (steps) => {
      play(new Conversation(), steps, (conversation) => {
        const { head, ws } = conversation;
        const ranges = conversation.activeRanges();
        const covered = ranges.flatMap(([from, to]) =>
          Array.from({ length: to - from }, (_, at) => from + at),
        );
        expect(new Set(covered).size).toBe(covered.length);
        expect(live(head) + covered.length).toBe(head.unpinned);
        expect(covered.filter((ordinal) => isLive(head.coverage, ordinal))).toEqual([]);
        expect(ranges).toHaveLength(head.activeCheckpoints);
        expect(ws.checkpoints().filter(({ status }) => status !== 'refused')).toHaveLength(head.checkpoints);
      });
    }),
    runs,
  );
});

it('positions, messages, results and tokens add up', () => {
  fc.assert(
    fc.property(histories, (steps) => {
      const { head, ws, events } = play(new Conversation(), steps);
      const items = ws.items();
      const unpinned = items.filter(({ ordinal }) => ordinal !== null);
      const tokens = events.map((event) =>
        event.type === 'MessageAppended' ? tokensOfMessage(event.data) : 0,
      );
      expect(events.map(({ position }) => position)).toEqual(events.map((_, index) => index + 1));
      expect(head.position).toBe(events.length);
      expect(head.messages).toBe(items.length);
      expect(unpinned.map(({ ordinal }) => ordinal)).toEqual(unpinned.map((_, index) => index));
      expect(head.unpinned).toBe(unpinned.length);
      expect(head.results).toBe(items.flatMap(({ answers }) => answers).length);
      expect(head.tokens).toBe(unpinned.reduce((sum, { position }) => sum + (tokens[position - 1] ?? 0), 0));
      let through = 0;
      for (const item of unpinned) expect(item.tokensThrough).toBe((through += item.tokens));
    }),
    runs,
  );
});

it('a plan is due, and what is planned is accepted and leaves fewer messages that count', () => {
  fc.assert(
    fc.property(histories, (steps) => {
      play(new Conversation(), steps, (conversation) => {
        const plan = planCheckpoint(conversation.ws);
        if (!plan) return;
        expect(checkpointDue(conversation.head)).toBe(true);
        const next = replay(conversation.events, () => {});
        const before = next.outline().counted;
        next.append(summarize());
        expect(next.lastOutcome).toEqual({ status: 'applied' });
        expect(next.outline().counted).toBeLessThan(before);
      });
    }),
    runs,
  );
});

it('no boundary of a planned range falls inside a group, and no range holds an open one', () => {
  fc.assert(
    fc.property(histories, (steps) => {
      play(new Conversation(), steps, ({ ws, head }) => {
        const plan = planCheckpoint(ws);
        if (!plan) return;
        const { from, to } = plan.range.messages;
        for (const group of ws.groups()) {
          const shown = group.members.filter(({ ordinal }) => isLive(head.coverage, ordinal));
          const inside = shown.filter(({ ordinal }) => from <= ordinal && ordinal < to);
          expect([0, shown.length]).toContain(inside.length);
          const open = head.openGroups.some(({ position }) => position === group.position);
          expect(open && inside.length > 0).toBe(false);
        }
      });
    }),
    runs,
  );
});

it('what is omitted stays omitted, and never more than the policy asks for', () => {
  fc.assert(
    fc.property(histories, (steps) => {
      let before = 0;
      play(new Conversation(), steps, ({ head }) => {
        expect(head.omittedThrough).toBeGreaterThanOrEqual(before);
        const { keepRecent = 0 } = head.policy.document.toolResults ?? {};
        if (head.omittedThrough > before) {
          expect(head.omittedThrough).toBeLessThanOrEqual(head.results - keepRecent);
        }
        before = head.omittedThrough;
      });
    }),
    runs,
  );
});
