import type { Finding } from '../contract';
import { acknowledged } from './01-acknowledged';
import { order } from './02-order';
import { chain } from './06-chain';
import { smallWorld, type SmallWorld } from './testing/small-world';

jest.setTimeout(120_000);

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

const problemsOf = async (check: Promise<Finding>): Promise<readonly string[]> => (await check).problems;

test('a world that is well shows nothing, and is looked at', async () => {
  expect(await acknowledged.check(world)).toEqual({ checked: 40, problems: [] });
  expect(await order.check(world)).toEqual({ checked: 4, problems: [] });
  const { checked, problems } = await chain.check(world);
  expect(problems).toEqual([]);
  expect(checked).toBeGreaterThan(40);
  expect(world.watch.size).toBe(checked);
});

test('a payload that was changed, also with its link', async () => {
  await world.tamper(
    `UPDATE journal SET payload = convert_to(replace(convert_from(payload, 'UTF8'), 'answer 1', 'answer 9'), 'UTF8')
     WHERE tenant = 'one' AND event_id = 'http-1-3'`,
  );
  expect(await problemsOf(acknowledged.check(world))).toEqual([
    expect.stringContaining('http-1-3 of one/chat, acknowledged to http, is in the journal with other bytes'),
  ]);
  expect(await problemsOf(chain.check(world))).toEqual([
    expect.stringMatching(/^one\/chat: the link at position \d+ is not that of its event$/),
    expect.stringMatching(/^the row at one\/chat \d+ was changed$/),
  ]);
});

test('events that changed places', async () => {
  await world.tamper(
    `UPDATE journal SET event_id = CASE event_id WHEN 'http-2-0' THEN 'http-2-x' ELSE 'http-2-y' END
     WHERE tenant = 'two' AND event_id IN ('http-2-0', 'http-2-1')`,
  );
  await world.tamper(
    `UPDATE journal SET event_id = CASE event_id WHEN 'http-2-y' THEN 'http-2-0' ELSE 'http-2-1' END
     WHERE tenant = 'two' AND event_id IN ('http-2-x', 'http-2-y')`,
  );
  expect(await problemsOf(order.check(world))).toEqual([
    expect.stringMatching(/^two\/chat: http wrote http-2-0 before http-2-1, but they are at \d+ and \d+$/),
  ]);
});

test('an event that is gone', async () => {
  await world.tamper(`DELETE FROM journal WHERE tenant = 'two' AND event_id = 'http-3-2'`);
  expect(await problemsOf(acknowledged.check(world))).toContainEqual(
    'event http-3-2 of two/chat, acknowledged to http, is not in the journal',
  );
  expect(await problemsOf(order.check(world))).toContainEqual(
    expect.stringMatching(/^two\/chat has \d+ events at \d+ positions from 1 to \d+$/),
  );
  expect(await problemsOf(chain.check(world))).toContainEqual(
    expect.stringMatching(/^the row at two\/chat \d+ is gone$/),
  );
});

test('an event that is there twice', async () => {
  await world.database.query('ALTER TABLE journal DROP CONSTRAINT journal_tenant_conversation_event_id_key');
  await world.tamper(
    `INSERT INTO journal SELECT (json_populate_record(event, '{"position": 9999}')).*
     FROM journal AS event WHERE tenant = 'one' AND event_id = 'http-0-0'`,
  );
  expect(await problemsOf(acknowledged.check(world))).toContainEqual(
    'event http-0-0 of one/chat, acknowledged to http, is in the journal 2 times',
  );
});

test("a head whose link is not the newest one's", async () => {
  await world.database.query(`UPDATE conversation_heads SET journal_link = 'x' WHERE tenant = 'two'`);
  expect(await problemsOf(chain.check(world))).toContainEqual(
    "two/chat: the head's link is not the newest one",
  );
});
