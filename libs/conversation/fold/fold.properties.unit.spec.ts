import fc from 'fast-check';
import { isLive, live, liveCounted } from '../state';
import { Conversation, histories, play, tokensOfMessage } from '../testing';

const runs = { numRuns: 500 };

it('active checkpoints never overlap, and what they do not cover is live', () => {
  fc.assert(
    fc.property(histories, (steps) => {
      play(new Conversation(), steps, (conversation) => {
        const { head, ws } = conversation;
        const ranges = conversation.activeRanges();
        const covered = ranges.flatMap(([from, to]) =>
          Array.from({ length: to - from }, (_, at) => from + at),
        );
        expect({
          apart: new Set(covered).size,
          live: live(head),
          shownAnyway: covered.filter((ordinal) => isLive(head.coverage, ordinal)),
          active: head.activeCheckpoints,
          accepted: head.checkpoints,
        }).toEqual({
          apart: covered.length,
          live: head.unpinned - covered.length,
          shownAnyway: [],
          active: ranges.length,
          accepted: ws.checkpoints().filter(({ status }) => status !== 'refused').length,
        });
      });
    }),
    runs,
  );
});

it('only a policy makes revoked messages count again, and it does so for all of them', () => {
  fc.assert(
    fc.property(histories, (steps) => {
      let exempt = 0;
      play(new Conversation(), steps, ({ head, events, lastOutcome }) => {
        const before = exempt;
        exempt = live(head) - liveCounted(head);
        const type = lastOutcome?.status === 'applied' ? events.at(-1)?.type : 'refused';
        const mayDiffer = type === 'CheckpointRevoked' || type === 'CheckpointCreated';
        const expected = mayDiffer ? exempt : before;
        expect(exempt).toBe(type === 'PolicyAssigned' ? 0 : expected);
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
      let through = 0;
      expect(unpinned.map(({ tokensThrough }) => tokensThrough)).toEqual(
        unpinned.map(({ position }) => (through += tokens[position - 1] ?? 0)),
      );
      expect(unpinned.map(({ ordinal }) => ordinal)).toEqual(unpinned.map((_, index) => index));
      expect(head).toMatchObject({
        position: events.length,
        messages: items.length,
        unpinned: unpinned.length,
        results: items.flatMap(({ answers }) => answers).length,
        tokens: through,
      });
    }),
    runs,
  );
});

it('a group is its call with the results that were matched to it, open while one is missing', () => {
  fc.assert(
    fc.property(histories, (steps) => {
      const { head, ws } = play(new Conversation(), steps);
      const items = ws.items();
      for (const group of ws.groups()) {
        const members = items.filter((item) => item.group === group.position);
        const positions = members.map(({ position }) => position);
        expect(group.members.map(({ position }) => position).toSorted()).toEqual(positions.toSorted());
        const first = members.find(({ role }) => role === 'assistant');
        expect(first?.position).toBe(group.position);
        const calls = members.flatMap((member) => member.calls);
        const uses = calls.flatMap((callId) =>
          ws.calls(callId).filter((use) => use.group === group.position),
        );
        const answered = new Set(
          uses.filter(({ result }) => result !== null).map(({ callId, openedAt }) => `${callId} ${openedAt}`),
        );
        expect(group.pending.length).toBe(calls.length - answered.size);
        for (const use of uses.filter(({ result }) => result !== null))
          expect(positions).toContain(use.result);
        const open = group.pending.length > 0 && group.abandonedAt === null;
        expect(head.openGroups.some(({ position }) => position === group.position)).toBe(open);
        const user = items.find(
          ({ role, position }) =>
            role === 'user' &&
            position >
              Math.max(...members.filter(({ role: by }) => by === 'assistant').map((each) => each.position)),
        );
        expect(open && user !== undefined).toBe(false);
      }
      const calling = items.filter(({ calls }) => calls.length > 0);
      expect(calling.every(({ group }) => group !== null && ws.group(group) !== undefined)).toBe(true);
    }),
    runs,
  );
});
