import fc from 'fast-check';
import { unansweredCallsOf } from '../message';
import { isLive, type Item } from '../state';
import { Conversation, histories, play, summarize } from '../testing';
import { planOmission } from './omissions';
import { checkpointDue, planCheckpoint } from './plan-checkpoint';

const runs = { numRuns: 500 };

it('a plan is due, and what is planned is accepted and leaves fewer messages that count', () => {
  fc.assert(
    fc.property(histories, (steps) => {
      const conversation = play(new Conversation(), steps, ({ ws, head }) => {
        if (planCheckpoint(ws) && !checkpointDue(head)) throw new Error('planned and not due');
      });
      while (planCheckpoint(conversation.ws)) {
        const before = conversation.outline().counted;
        conversation.append(summarize());
        expect(conversation.lastOutcome).toEqual({ status: 'applied' });
        expect(conversation.outline().counted).toBeLessThan(before);
      }
    }),
    runs,
  );
});

/** The live messages of each group, by the items' own record. */
function liveGroups({ ws, head }: Conversation): Item[][] {
  const shown = ws.items().filter(({ ordinal }) => ordinal !== null && isLive(head.coverage, ordinal));
  const heads = new Set(shown.flatMap(({ group }) => group ?? []));
  return [...heads].map((position) => shown.filter(({ group }) => group === position));
}

it('no boundary of a planned range falls inside a group, and no range holds an open or unread one', () => {
  fc.assert(
    fc.property(histories, (steps) => {
      play(new Conversation(), steps, (conversation) => {
        const plan = planCheckpoint(conversation.ws);
        if (!plan) return;
        const { from, to } = plan.range.messages;
        const isInside = ({ ordinal }: Item): boolean => ordinal !== null && from <= ordinal && ordinal < to;
        const last = conversation.ws.items().findLast(({ role }) => role === 'assistant');
        const isUnread =
          last !== undefined && unansweredCallsOf(conversation.messageAt(last.position)).length > 0;
        const open = new Set(conversation.head.openGroups.map(({ position }) => position));
        for (const group of liveGroups(conversation)) {
          const inside = group.filter(isInside).length;
          if (inside > 0 && inside < group.length) throw new Error('split');
          const head = group[0]?.group ?? 0;
          if (inside > 0 && (open.has(head) || (isUnread && head === last.group)))
            throw new Error('open or unread');
        }
      });
    }),
    runs,
  );
});

it('a planned range passes the newest user message only inside its own run, whose end it does not hold', () => {
  fc.assert(
    fc.property(histories, (steps) => {
      play(new Conversation(), steps, ({ ws, head }) => {
        const plan = planCheckpoint(ws);
        const { newestUser, run } = head;
        if (!plan || !newestUser || plan.range.messages.from > newestUser.ordinal) return;
        if (plan.range.messages.to <= newestUser.ordinal) return;
        if (newestUser.run !== run.number) throw new Error('another run');
        if (!run.open && run.end !== null && plan.range.messages.to > run.end)
          throw new Error('past the end');
      });
    }),
    runs,
  );
});

it('what is omitted stays omitted, is never recent or unread, and each decision is at rest', () => {
  fc.assert(
    fc.property(histories, (steps) => {
      let before = 0;
      play(new Conversation(), steps, (conversation) => {
        const { head, ws } = conversation;
        const { omittedThrough: reached } = head;
        const { keepRecent = 0, protectUnread = true } = head.policy.document.toolResults ?? {};
        const items = ws.items();
        const newestAssistant = items.findLast(({ role }) => role === 'assistant')?.position ?? 0;
        const read = items
          .filter(
            ({ position }) =>
              position < newestAssistant ||
              (position === newestAssistant &&
                conversation.messageAt(position).parts.at(-1)?.type !== 'tool-result'),
          )
          .flatMap(({ answers }) => answers);
        expect(reached).toBeGreaterThanOrEqual(before);
        const allowed = Math.min(head.results - keepRecent, protectUnread ? read.length : Infinity);
        expect(reached).toBeLessThanOrEqual(Math.max(before, allowed));
        expect(planOmission(ws)).toBe(reached);
        before = reached;
      });
    }),
    runs,
  );
});

it('filtering is the same without any summarisation', () => {
  fc.assert(
    fc.property(histories, (steps) => {
      const conversation = play(new Conversation(), steps);
      const alone = new Conversation();
      for (const { type, data } of conversation.events) {
        if (type === 'PolicyAssigned') {
          alone.append({ type, data: { ...data, policy: { ...data.policy, history: null } } });
        } else if (type === 'MessageAppended') {
          alone.append({ type, data });
        }
      }
      expect(alone.head.omittedThrough).toBe(conversation.head.omittedThrough);
    }),
    runs,
  );
});
