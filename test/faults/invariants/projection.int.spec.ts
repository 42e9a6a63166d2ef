import { projection } from './03-projection';
import { work } from './05-work';
import { smallWorld, type SmallWorld } from './testing/small-world';

jest.setTimeout(120_000);

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

test('a world that is well shows nothing, and is looked at', async () => {
  const projected = await projection.check(world);
  expect(projected.problems).toEqual([]);
  expect(projected.checked).toBeGreaterThan(100);
  const worked = await work.check(world);
  expect(worked.problems).toEqual([]);
  expect(worked.checked).toBeGreaterThan(2);
});

test('a row that the fold would not have made', async () => {
  await world.database.query(
    `UPDATE conversation_items SET tokens = tokens + 1 WHERE tenant = 'one' AND event_id = 'http-1-0'`,
  );
  const { problems } = await projection.check(world);
  expect(problems).toEqual([
    expect.stringMatching(/^one\/chat: item \d+: .* is stored, .* is folded$/),
    expect.stringMatching(
      /^a second projector: conversation_items one chat \d+ \(one of 1 rows\): tokens is \d+ and \d+$/,
    ),
  ]);
});

test('a journal that the log does not give', async () => {
  await world.tamper(
    `UPDATE journal SET source = 'elsewhere' WHERE tenant = 'two' AND event_id = 'http-1-0'`,
  );
  const { problems } = await projection.check(world);
  expect(problems).toContainEqual(
    expect.stringMatching(
      /^a second projector: journal two chat \d+ \(one of 1 rows\): source is "elsewhere" and /,
    ),
  );
});

test('active checkpoints that overlap, and a refusal without its reason', async () => {
  const shifted = { id: 'another', from_ordinal: 1 };
  await world.database.query(
    `INSERT INTO conversation_checkpoints
     SELECT (jsonb_populate_record(checkpoint, $1)).* FROM conversation_checkpoints AS checkpoint
     WHERE tenant = 'one' AND status = 'active' ORDER BY from_ordinal LIMIT 1`,
    [JSON.stringify(shifted)],
  );
  expect((await work.check(world)).problems).toEqual([
    expect.stringMatching(/^one\/chat: the active checkpoints \S+ and \S+ overlap$/),
  ]);
  await world.database.query(`UPDATE conversation_checkpoints SET status = 'refused' WHERE tenant = 'one'`);
  expect((await work.check(world)).problems).toContainEqual(
    expect.stringMatching(
      /^one\/chat: CheckpointCreated \S+ at \d+ is refused, its refusal is not recorded$/,
    ),
  );
});

test('a piece of work that led to two events', async () => {
  await world.tamper(
    `INSERT INTO journal SELECT (json_populate_record(event, '{"position": 9999, "event_id": "again.0"}')).*
     FROM journal AS event WHERE tenant = 'two' AND type = 'CheckpointCreated' ORDER BY position LIMIT 1`,
  );
  await world.database.query(`UPDATE conversation_heads SET applied_position = 9999 WHERE tenant = 'two'`);
  const { problems } = await work.check(world);
  expect(problems).toContainEqual(
    expect.stringMatching(/^two\/chat: one piece of work led to \S+ at \d+ and again\.0 at 9999$/),
  );
  expect(problems).toContainEqual('two/chat: CheckpointCreated again.0 at 9999 left no trace');
});
