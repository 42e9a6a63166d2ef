import { NotLoaded } from '@verbatim/conversation';
import {
  headOf,
  openTestProjection,
  type ProjectionUnderTest,
  storedHead,
  writeOf,
} from './projection-under-test';
import { call, checkpoint, group, item } from './sample-rows';

let test: ProjectionUnderTest;
beforeAll(async () => (test = await openTestProjection()));
afterAll(() => test.close());

const range = (from: number, to: number) => ({ ...checkpoint.range, messages: { from, to } });

describe('what the batch changed', () => {
  const changed = { tenant: 't', conversation: 'changed' };
  const head = headOf(changed, {
    position: 10,
    unpinned: 6,
    results: 1,
    checkpoints: 2,
    coverage: { through: 4, gaps: [] },
  });
  const active = { ...checkpoint, id: 'first', status: 'active', decidedAt: 8 } as const;
  const second = { ...active, id: 'second', decidedAt: 9 };
  const stored = {
    items: [item],
    groups: [
      group,
      {
        ...group,
        position: 1,
        members: [
          { ordinal: 0, position: 1 },
          { ordinal: 2, position: 5 },
        ],
      },
    ],
    calls: [call],
    checkpoints: [
      { ...active, range: range(2, 4) },
      { ...second, range: range(0, 2) },
    ],
  };

  beforeAll(async () => {
    const write = writeOf(storedHead(changed, { head }), stored);
    await test.store.inBatch(await test.claim(), (batch) => batch.save([write]));
  });

  it('stands over what is loaded later', async () => {
    await test.store.inBatch(await test.claim(), async (batch) => {
      const rows = batch.workingSet(head);
      rows.apply({
        head,
        items: [{ ...item, group: 1 }],
        groups: [{ ...group, abandonedAt: 9 }],
        calls: [{ ...call, result: 3 }],
        checkpoints: [{ ...active, range: range(2, 4), status: 'superseded' }],
      });
      await rows.load([
        { kind: 'item-of-result', number: 1 },
        { kind: 'groups-across', number: 2 },
        { kind: 'calls', id: call.callId },
        { kind: 'active-within', from: 1, to: 9 },
      ]);
      expect(rows.itemAt(0)).toMatchObject({ group: 1 });
      expect(rows.groupsAcross(3)).toEqual([{ ...group, abandonedAt: 9 }]);
      expect(rows.calls(call.callId)).toEqual([{ ...call, result: 3 }]);
      expect(rows.activeWithin(1, 9).map(({ id }) => id)).toEqual(['second']);
    });
  });

  it('is shown in the order of the conversation, whatever was loaded first', async () => {
    await test.store.inBatch(await test.claim(), async (batch) => {
      const rows = batch.workingSet(head);
      await rows.load([{ kind: 'active-within', from: 0, to: 2 }]);
      await rows.load([{ kind: 'active-within', from: 0, to: 4 }]);
      expect(rows.activeWithin(0, 4).map(({ id }) => id)).toEqual(['first', 'second']);
      await rows.load([{ kind: 'groups-across', number: 4 }]);
      expect(rows.groupsAcross(4)).toEqual([group]);
      expect(() => rows.groupsAcross(2)).toThrow(NotLoaded);
      await rows.load([{ kind: 'groups-across', number: 2 }]);
      expect(rows.groupsAcross(2).map(({ position }) => position)).toEqual([1, 2]);
    });
  });
});
