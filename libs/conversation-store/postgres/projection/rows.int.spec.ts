import type { JournalRow } from '../../journal-row';
import { eventColumns, eventFromRow, type EventRow } from '../rows/event-row';
import {
  headOf,
  journalRow,
  openTestProjection,
  type ProjectionUnderTest,
  storedHead,
  writeOf,
} from './projection-under-test';
import { awkward, bytes, call, checkpoint, group, item, key, large } from './sample-rows';

let test: ProjectionUnderTest;
beforeAll(async () => (test = await openTestProjection()));
afterAll(() => test.close());

it('gives the head back as it was', async () => {
  const head = headOf(key, {
    model: awkward,
    unrecordedCuts: [awkward],
    openGroups: [group],
    policy: { ...headOf(key).policy, name: awkward, version: awkward },
  });
  const stored = storedHead(key, {
    journalPosition: large,
    journalLink: bytes,
    head,
    parked: { code: 'event-version-unknown', detail: awkward },
  });
  const claim = await test.claim();
  await test.store.inBatch(claim, (batch) => batch.save([writeOf(stored)]));
  await expect(test.store.inBatch(claim, (batch) => batch.lockHeads([key, key]))).resolves.toEqual([stored]);

  const next = storedHead(key, { journalPosition: large + 1 });
  await test.store.inBatch(claim, async (batch) => {
    await batch.lockHeads([key]);
    await batch.save([writeOf(next)]);
  });
  await expect(test.store.inBatch(claim, (batch) => batch.lockHeads([key]))).resolves.toEqual([next]);
});

it('gives items, groups, calls and checkpoints back as they were last in the batch', async () => {
  const opened = { tenant: key.tenant, conversation: `${key.conversation}2` };
  const head = headOf(opened, { position: 10, unpinned: 5, results: 1, attempts: 1 });
  const claim = await test.claim();
  await test.store.inBatch(claim, (batch) =>
    batch.save([
      writeOf(storedHead(opened, { head }), {
        items: [{ ...item, group: 9 }, { ...item, position: 3, ordinal: null, firstResult: 0 }, item],
        groups: [{ ...group, abandonedAt: 3 }, group],
        calls: [{ ...call, group: null }, { ...call, openedAt: 1 }, call],
        checkpoints: [{ ...checkpoint, status: 'active' }, checkpoint],
        refusals: [{ position: 3, code: 'event-refused', detail: awkward }],
      }),
    ]),
  );
  await test.store.inBatch(claim, async (batch) => {
    const rows = batch.workingSet(head);
    await rows.load([
      { kind: 'item', number: 2 },
      { kind: 'item', number: 3 },
      { kind: 'item-of-result', number: 1 },
      { kind: 'groups-across', number: 2 },
      { kind: 'calls', id: call.callId },
      { kind: 'checkpoint', id: awkward },
    ]);
    expect(rows.item(2)).toEqual(item);
    expect(rows.itemOfResult(1)).toEqual(item);
    expect(rows.item(3)).toMatchObject({ ordinal: null });
    expect(rows.groupsAcross(2)).toEqual([group]);
    expect(rows.calls(call.callId)).toEqual([{ ...call, openedAt: 1 }, call]);
    expect(rows.checkpoint(awkward)).toEqual(checkpoint);
  });
});

it('gives journal rows back, and finds the events that are there', async () => {
  const full: JournalRow = journalRow(key, 1, {
    eventId: awkward,
    type: awkward,
    source: awkward,
    time: '2026-01-01T00:00:00Z',
    causationId: awkward,
    correlationId: awkward,
    bodyHash: bytes,
    mode: 'binary',
    recordKey: Buffer.alloc(0),
    headers: bytes,
    payload: bytes,
    salt: bytes,
    link: bytes,
    tokens: 7,
    encoding: 'o200k_base',
    ignored: { code: 'event-invalid', detail: awkward },
    log: { topic: 'events', partition: 3, offset: large },
  });
  const bare = journalRow(key, 2, { payload: null, salt: null, log: null });
  const claim = await test.claim();
  const known = await test.store.inBatch(claim, async (batch) => {
    await batch.appendJournal([full, bare]);
    await batch.appendJournal([]);
    const asked = ['event-2', awkward, awkward, 'event-3'].map((eventId) => ({ ...key, eventId }));
    return batch.knownEvents([...asked, { ...key, tenant: 'other', eventId: 'event-2' }]);
  });
  expect(known.toSorted((a, b) => b.eventId.localeCompare(a.eventId))).toEqual(
    expect.arrayContaining([
      { ...key, eventId: 'event-2', type: 'MessageAppended', bodyHash: Buffer.from('hash') },
      { ...key, eventId: awkward, type: awkward, bodyHash: bytes },
    ]),
  );
  expect(known).toHaveLength(2);
  const rows = await test.owner.query<EventRow>(`SELECT ${eventColumns} FROM journal ORDER BY position`);
  expect(rows.map(eventFromRow)).toMatchObject([full, bare]);
});
