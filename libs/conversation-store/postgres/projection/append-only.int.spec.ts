import { sqlState } from '@verbatim/postgres';
import { journalRow, openTestProjection, type ProjectionUnderTest } from './projection-under-test';

const INSUFFICIENT_PRIVILEGE = '42501';

let test: ProjectionUnderTest;
let partition = '';
beforeAll(async () => {
  test = await openTestProjection();
  await test.store.inBatch(await test.claim(), (batch) =>
    batch.appendJournal([journalRow({ tenant: 't', conversation: 'c' }, 1)]),
  );
  const [row] = await test.owner.query<{ name: string }>(
    'SELECT tableoid::regclass::text AS name FROM journal',
  );
  partition = row?.name ?? '';
});
afterAll(() => test.close());

describe.each(['owner', 'projector'] as const)('the journal refuses the %s', (user) => {
  it.each([
    ['to update', () => "UPDATE journal SET payload = 'x'"],
    ['to update a partition', () => `UPDATE ${partition} SET payload = NULL`],
    ['to delete', () => 'DELETE FROM journal'],
    ['to delete from a partition', () => `DELETE FROM ${partition}`],
    ['to truncate', () => 'TRUNCATE journal'],
    ['to truncate a partition', () => `TRUNCATE ${partition}`],
    ['to truncate an empty partition', () => 'TRUNCATE journal_0'],
  ])('%s', async (_, statement) => {
    const refused: unknown = await test[user].query(statement()).catch((error: unknown) => error);
    expect(sqlState(refused)).toBe(INSUFFICIENT_PRIVILEGE);
    await expect(test.owner.query('SELECT count(*) FROM journal')).resolves.toEqual([{ count: '1' }]);
  });
});

it.each(['UPDATE journal SET payload = NULL', 'DELETE FROM journal', 'TRUNCATE journal'])(
  'a session of the owner that declares itself a replica is refused too: %s',
  async (statement) => {
    const refused: unknown = await test.owner
      .transaction(async (tx) => {
        await tx.query("SET LOCAL session_replication_role = 'replica'");
        await tx.query(statement);
      })
      .catch((error: unknown) => error);
    expect(sqlState(refused)).toBe(INSUFFICIENT_PRIVILEGE);
    await expect(test.owner.query('SELECT count(*) FROM journal')).resolves.toEqual([{ count: '1' }]);
  },
);
