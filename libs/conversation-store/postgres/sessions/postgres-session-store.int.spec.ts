import type { Database } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import { PostgresConfigurationStore } from '../serving/postgres-configuration-store';
import { storeStory } from '../testing/store-story';
import { type StoreUnderTest, storeUnderTest } from '../testing/store-under-test';
import { Story } from '../testing/story';
import { PostgresSessionStore } from './postgres-session-store';

let store: StoreUnderTest;
let database: Database;
let sessions: PostgresSessionStore;
let configuration: PostgresConfigurationStore;

beforeAll(async () => {
  store = await storeUnderTest();
  database = await store.as('verbatim_context');
  sessions = new PostgresSessionStore(database);
  configuration = new PostgresConfigurationStore(database);
}, 60_000);

afterAll(() => store.close());

/** Conversations of a tenant, named c0, c1, … */
async function conversations(tenant: string, count: number): Promise<ConversationKey[]> {
  const keys = Array.from({ length: count }, (_, index) => ({ tenant, conversation: `c${index} \0` }));
  for (const key of keys) await storeStory(store.database, new Story(key.tenant, key.conversation));
  return keys;
}

/** As if nothing had been asked of the session for so long. */
async function idle({ tenant, conversation }: ConversationKey, minutes: number): Promise<void> {
  const changed = await store.database.execute(
    `UPDATE sessions SET last_used = last_used - make_interval(mins => $3) WHERE tenant = $1 AND conversation = $2`,
    [tenant, conversation.replace('\0', String.raw`\u0000`), minutes],
  );
  expect(changed).toBe(1);
}

/** Opens so many, so that what follows is asked at the same time. */
async function connections(count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => database.query('SELECT pg_sleep(0.1)')));
}

function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error(`nothing at ${index}`);
  return found;
}

describe('a tenant that limits its sessions', () => {
  const limit = { max: 2, idleTimeoutMinutes: 60 };

  it('is refused one more, and told how many there are and when one ends', async () => {
    const keys = await conversations('limited', 4);
    await expect(sessions.enter(at(keys, 0), limit)).resolves.toEqual({ entered: true });
    await expect(sessions.enter(at(keys, 1), limit)).resolves.toEqual({ entered: true });
    await idle(at(keys, 0), 50);
    const refused = await sessions.enter(at(keys, 2), limit);
    expect(refused).toMatchObject({ entered: false, active: 2 });
    expect(refused.entered || (refused.freeInSeconds ?? 0)).toBeGreaterThan(590);
    expect(refused.entered || (refused.freeInSeconds ?? 0)).toBeLessThanOrEqual(600);
    await expect(sessions.enter(at(keys, 1), limit)).resolves.toEqual({ entered: true });
    await expect(sessions.enter(at(keys, 3), { ...limit, max: 3 })).resolves.toEqual({ entered: true });
    await expect(sessions.active('limited', 60)).resolves.toBe(3);
  });

  it('has a place again where one was idle for the timeout; 0 never is', async () => {
    const keys = await conversations('idle', 3);
    for (const key of keys.slice(0, 2)) await sessions.enter(key, limit);
    await idle(at(keys, 0), 60);
    await idle(at(keys, 1), 59);
    const never = await sessions.enter(at(keys, 2), { max: 2, idleTimeoutMinutes: 0 });
    expect(never).toEqual({ entered: false, active: 2, freeInSeconds: null });
    await expect(sessions.enter(at(keys, 2), limit)).resolves.toEqual({ entered: true });
    await expect(sessions.enter(at(keys, 0), limit)).resolves.toMatchObject({ entered: false, active: 2 });
    await expect(sessions.active('idle', 60)).resolves.toBe(2);
    // What ended was taken away when its place was needed: no longer timeout brings it back.
    await expect(sessions.active('idle', 0)).resolves.toBe(2);
  });

  it('never has more than its limit, whoever asks at the same time', async () => {
    const keys = await conversations('crowded', 8);
    await connections(8);
    const asked = await Promise.all(keys.map((key) => sessions.enter(key, limit)));
    expect(asked.filter(({ entered }) => entered)).toHaveLength(2);
    await expect(sessions.active('crowded', 60)).resolves.toBe(2);
  });

  it('gives one conversation that asks several times at once one place', async () => {
    const key = at(await conversations('same', 1), 0);
    await connections(8);
    const again = Array.from({ length: 8 }, () => sessions.enter(key, { ...limit, max: 1 }));
    expect(new Set((await Promise.all(again)).map(({ entered }) => entered))).toEqual(new Set([true]));
  });

  it('gives no place to a conversation that does not exist', async () => {
    const key = { tenant: 'nobody', conversation: 'none' };
    await expect(sessions.enter(key, limit)).resolves.toEqual({ entered: true });
    await sessions.touch([key]);
    await expect(sessions.active('nobody', 0)).resolves.toBe(0);
  });

  it('takes timeouts that no clock reaches', async () => {
    const key = at(await conversations('eternal', 1), 0);
    const longest = { max: Number.MAX_SAFE_INTEGER, idleTimeoutMinutes: Number.MAX_SAFE_INTEGER };
    await expect(sessions.enter(key, longest)).resolves.toEqual({ entered: true });
    await expect(sessions.active('eternal', Number.MAX_SAFE_INTEGER)).resolves.toBe(1);
  });
});

it('counts and ends sessions by the timeout of each tenant’s default policy, a temporary one first', async () => {
  await store.database.query('DELETE FROM sessions');
  const keys: ConversationKey[] = [];
  for (const tenant of ['short', 'long', 'none']) keys.push(...(await conversations(tenant, 1)));
  await sessions.touch([...keys, ...keys]);
  const policy = (minutes: number) => ({
    name: 'p',
    version: 'v',
    document: { sessions: { max: null, idleTimeoutMinutes: minutes } },
  });
  for (const tenant of ['short', 'long']) {
    await configuration.putPolicy({ tenant, ...policy(tenant === 'short' ? 5 : 600) });
    await configuration.putDefaultPolicy(tenant, 'p');
  }
  for (const key of keys) await idle(key, 61);
  await expect(sessions.total(60)).resolves.toBe(1);
  await configuration.putTemporaryPolicy('short', policy(0));
  await expect(sessions.total(60)).resolves.toBe(2);
  await expect(sessions.reap(60)).resolves.toBe(1);
  await configuration.putTemporaryPolicy('short', null);
  await expect(sessions.reap(60)).resolves.toBe(1);
  await expect(store.database.query('SELECT tenant FROM sessions')).resolves.toEqual([{ tenant: 'long' }]);
});
