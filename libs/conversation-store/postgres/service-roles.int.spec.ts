import { type Database, sqlState } from '@verbatim/postgres';
import { insertRows } from './testing/insert-rows';
import { storeStory } from './testing/store-story';
import { type StoreUnderTest, storeUnderTest } from './testing/store-under-test';
import { Story } from './testing/story';

const insufficientPrivilege = '42501';

let store: StoreUnderTest;
let context: Database;
let summarizer: Database;

beforeAll(async () => {
  store = await storeUnderTest();
  [context, summarizer] = [await store.as('verbatim_context'), await store.as('verbatim_summarizer')];
  await storeStory(store.database, new Story('acme', 'told'));
  await insertRows(store.database, 'due_work', [
    { tenant: 'acme', conversation: 'told', mechanism: 'history', opened_at: 1 },
  ]);
}, 60_000);

afterAll(() => store.close());

async function outcome(database: Database, sql: string): Promise<string | undefined> {
  try {
    await database.query(sql);
    return 'allowed';
  } catch (error) {
    return sqlState(error);
  }
}

describe('verbatim_context', () => {
  it.each([
    'UPDATE journal SET type = type',
    'UPDATE conversation_heads SET view_version = 0',
    'UPDATE receipts SET tokens = 0',
    'UPDATE segments SET bytes = NULL',
    'UPDATE sent_bodies SET sha256 = sha256',
    'DELETE FROM sent_bodies',
    'UPDATE due_work SET failed = true',
    'DELETE FROM journal',
    'DELETE FROM receipts',
    'DELETE FROM model_entries',
    'TRUNCATE receipts',
    'DELETE FROM api_keys',
    'UPDATE api_keys SET scopes = scopes',
    'UPDATE signing_key SET secret = secret',
    'DELETE FROM signing_key',
    'INSERT INTO signature_refusals DEFAULT VALUES',
    `INSERT INTO dead_letters DEFAULT VALUES`,
  ])('is refused: %s', async (sql) => {
    await expect(outcome(context, sql)).resolves.toBe(insufficientPrivilege);
  });

  it.each([
    'SELECT FROM journal',
    'UPDATE policies SET version = version',
    'DELETE FROM policies',
    'DELETE FROM sessions',
    'DELETE FROM temporary_policies',
    'UPDATE api_keys SET revoked_at = now()',
  ])('may %s', async (sql) => {
    await expect(outcome(context, sql)).resolves.toBe('allowed');
  });
});

describe('verbatim_summarizer', () => {
  it.each([
    'INSERT INTO journal SELECT * FROM journal',
    'UPDATE conversation_heads SET view_version = 0',
    'INSERT INTO due_work SELECT * FROM due_work',
    'DELETE FROM due_work',
    'INSERT INTO segments SELECT * FROM segments',
    'SELECT FROM api_keys',
    'SELECT FROM sessions',
    'UPDATE signing_key SET id = id',
    'SELECT FROM temporary_policies',
    'SELECT document FROM receipts',
    ...['tenant', 'conversation', 'mechanism', 'opened_at', 'attempt', 'created_at'].map(
      (column) => `UPDATE due_work SET ${column} = ${column}`,
    ),
  ])('is refused: %s', async (sql) => {
    await expect(outcome(summarizer, sql)).resolves.toBe(insufficientPrivilege);
  });

  it.each(
    [
      'lease_token',
      'leased_by',
      'leased_until',
      'not_before',
      'idle_at',
      'failures',
      'failed',
      'last_error',
    ].map((column) => `UPDATE due_work SET ${column} = ${column}`),
  )('may %s', async (sql) => {
    await expect(outcome(summarizer, sql)).resolves.toBe('allowed');
  });
});
