import { randomUUID } from 'node:crypto';
import {
  type ConversationCheckpoint,
  evolve,
  type Evolution,
  initialHead,
  type MemoryWorkingSet,
  NotLoaded,
  resolvePolicy,
} from '@verbatim/conversation';
import type { Queryable } from '@verbatim/postgres';
import * as fc from 'fast-check';
import type { ConversationKey } from '../../journal-row';
import type { Claim, LoadedWorkingSet } from '../../projection/projection-store';
import { checkpointColumns, checkpointFromRow, type CheckpointRow } from '../rows/checkpoint-row';
import { groupColumns, groupFromRow, type GroupRow } from '../rows/group-row';
import { itemColumns, itemFromRow, type ItemRow } from '../rows/item-row';
import { loadCalls } from './load-calls';
import { loadDescription } from './load-description';
import { PostgresWorkingSet } from './postgres-working-set';
import {
  headOf,
  openTestProjection,
  type ProjectionUnderTest,
  storedHead,
  writeOf,
} from './projection-under-test';
import { fold, type FoldedEvent, randomSteps } from './random-history';

let test: ProjectionUnderTest;
let claim: Claim;
beforeAll(async () => {
  test = await openTestProjection();
  claim = await test.claim();
});
afterAll(() => test.close());

it('folds any history in any batches to what a fold in memory gives', async () => {
  const sizes = fc.infiniteStream(fc.integer({ min: 1, max: 12 }));
  await fc.assert(
    fc.asyncProperty(randomSteps, sizes, async (steps, batches) => {
      const key = { tenant: 't', conversation: randomUUID() };
      const { folded, memory } = fold(key, steps);
      for (let rest = folded; rest.length > 0;) {
        const size = batches.next().value;
        await projectBatch(key, rest.slice(0, size));
        rest = rest.slice(size);
      }
      await expectStored(key, memory);
      expect(memory.head.position).toBe(folded.length);
    }),
    { numRuns: 60, interruptAfterTimeLimit: 90_000 },
  );
}, 120_000);

async function projectBatch(key: ConversationKey, events: readonly FoldedEvent[]): Promise<void> {
  await test.store.inBatch(claim, async (batch) => {
    const [stored] = await batch.lockHeads([key]);
    const ws = batch.workingSet(stored?.head ?? initialHead(key.tenant, key.conversation, resolvePolicy({})));
    const changes = [];
    for (const folded of events) {
      const evolution = await evolveLoading(ws, folded);
      expect(evolution).toEqual(folded.evolution);
      ws.apply(evolution.changes);
      changes.push(evolution.changes);
    }
    const write = writeOf(storedHead(key, { head: ws.head, journalPosition: ws.head.position }), {
      items: changes.flatMap(({ items }) => items),
      groups: changes.flatMap(({ groups }) => groups),
      calls: changes.flatMap(({ calls }) => calls),
      checkpoints: changes.flatMap(({ checkpoints }) => checkpoints),
      description: changes.findLast(({ description }) => description)?.description ?? null,
    });
    await batch.save([write]);
  });
}

async function evolveLoading(ws: LoadedWorkingSet, { event, tokens }: FoldedEvent): Promise<Evolution> {
  for (let loads = 0; loads < 30; loads += 1) {
    try {
      return evolve(ws, event, { tokens });
    } catch (error) {
      if (!(error instanceof NotLoaded)) throw error;
      await ws.load([error.key]);
    }
  }
  throw new Error('what was loaded is asked for again and again');
}

async function expectStored(key: ConversationKey, memory: MemoryWorkingSet): Promise<void> {
  const [stored] = await test.store.inBatch(claim, (batch) => batch.lockHeads([key]));
  expect(stored?.head).toEqual(memory.head);
  expect(await loadDescription(test.owner, key)).toEqual(memory.description());
  const rows = <Row extends object>(table: string, columns: string, order: string): Promise<Row[]> =>
    test.owner.query<Row>(`SELECT ${columns} FROM ${table} WHERE conversation = $1 ORDER BY ${order}`, [
      key.conversation,
    ]);
  const items = await rows<ItemRow>('conversation_items', itemColumns, 'position');
  expect(items.map(itemFromRow)).toEqual(memory.items());
  const groups = await rows<GroupRow>('conversation_groups', groupColumns, 'position');
  expect(groups.map(groupFromRow)).toEqual(memory.groups().toSorted((a, b) => a.position - b.position));
  const checkpoints = await rows<CheckpointRow>('conversation_checkpoints', checkpointColumns, 'id');
  expect(byId(checkpoints.map(checkpointFromRow))).toEqual(byId(memory.checkpoints()));
  const ids = [...new Set(memory.items().flatMap((item) => [...item.calls, ...item.answers]))];
  const calls = (await loadCalls(test.owner, key, ids)).toSorted((a, b) => a.openedAt - b.openedAt);
  for (const id of ids) expect(calls.filter(({ callId }) => callId === id)).toEqual(memory.calls(id));
  expect(await rows('conversation_calls', 'call_id', 'call_id')).toHaveLength(calls.length);
}

function byId(checkpoints: readonly ConversationCheckpoint[]): Map<string, ConversationCheckpoint> {
  return new Map(checkpoints.map((checkpoint) => [checkpoint.id, checkpoint]));
}

describe('a working set', () => {
  const nothingThere: Queryable = { query: async () => [] };
  const noDatabase: Queryable = { query: () => Promise.reject(new Error('no statement was expected')) };
  const key = { tenant: 't', conversation: 'c' };

  it('needs no statement for a conversation that is new', async () => {
    const ws = new PostgresWorkingSet(noDatabase, headOf(key, { position: 0 }));
    expect([ws.item(1), ws.itemAt(0), ws.itemOfResult(1), ws.group(1), ws.checkpoint('a')]).toEqual(
      Array.from({ length: 5 }, () => undefined),
    );
    expect([ws.groupsAcross(3), ws.calls('a'), ws.activeWithin(0, 9)]).toEqual([[], [], []]);
  });

  it('says what it does not hold, and remembers what was not found', async () => {
    const ws = new PostgresWorkingSet(
      nothingThere,
      headOf(key, {
        position: 9,
        unpinned: 9,
        results: 9,
        checkpoints: 1,
        coverage: { through: 5, gaps: [] },
      }),
    );
    const questions = [
      () => ws.item(9),
      () => ws.itemAt(8),
      () => ws.itemOfResult(9),
      () => ws.group(9),
      () => ws.groupsAcross(8),
      () => ws.calls('a'),
      () => ws.checkpoint('a'),
      () => ws.activeWithin(4, 8),
    ];
    for (const question of questions) {
      const missing = notLoaded(question);
      await ws.load([missing, missing]);
      expect(question() ?? []).toEqual([]);
    }
  });
});

function notLoaded(question: () => unknown): NotLoaded['key'] {
  try {
    question();
  } catch (error) {
    if (error instanceof NotLoaded) return error.key;
  }
  throw new Error(`answered without a load: ${String(question)}`);
}
