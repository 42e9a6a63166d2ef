import {
  claimRequest,
  openTestProjection,
  type ProjectionUnderTest,
} from '../projection/projection-under-test';
import { PostgresOperationsReader } from './postgres-operations-reader';

let test: ProjectionUnderTest;
let operations: PostgresOperationsReader;

beforeAll(async () => {
  test = await openTestProjection();
  operations = new PostgresOperationsReader(test.owner);
});
afterAll(() => test.close());

it('tells a batch, which moves a position, from a claim, which does not', async () => {
  const { claim } = await test.store.claim(claimRequest({ owner: 'one' }));
  await test.owner.query("UPDATE processor_positions SET updated_at = now() - interval '1 hour'");
  const [before] = await operations.positions(claim.group, claim.topic);
  const again = await test.store.claim(claimRequest({ owner: 'two' }));
  const [claimed] = await operations.positions(claim.group, claim.topic);
  expect(claimed).toMatchObject({ partition: 0, owner: 'two', nextOffset: 0, movedAt: before?.movedAt });
  expect(claimed?.idleSeconds).toBeGreaterThanOrEqual(3600);
  await test.store.inBatch(again.claim, (batch) =>
    batch.advance({ nextOffset: 7, last: null, applied: 4, duplicates: 3 }),
  );
  const [moved] = await operations.positions(claim.group, claim.topic);
  expect(moved).toMatchObject({ nextOffset: 7, applied: 4, duplicates: 3 });
  expect(moved?.idleSeconds).toBeLessThan(3600);
});

it('says which roles are missing, and that a superuser among them may change the journal', async () => {
  const [{ user = '' } = {}] = await test.owner.query<{ user: string }>('SELECT current_user AS user');
  const { roles, unguarded } = await operations.journalProtection(['verbatim_context', 'nobody there', user]);
  const all = ['DELETE ON journal', 'TRUNCATE ON journal', 'UPDATE ON journal'];
  expect(roles).toEqual([
    { name: 'verbatim_context', exists: true, may: [] },
    { name: 'nobody there', exists: false, may: [] },
    { name: user, exists: true, may: expect.arrayContaining(all) },
  ]);
  expect(unguarded).toEqual([]);
});
