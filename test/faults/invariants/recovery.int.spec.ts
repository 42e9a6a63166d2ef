import { CONVERSATION_EVENTS } from '@verbatim/event-log';
import { ApiServer } from '../../../apps/cli/testing/api-server';
import { recovery } from './09-recovery';
import { isolation, grown } from './10-isolation';
import { openLog } from './evidence';
import { takeFootprint } from './footprint';
import { smallWorld, type SmallWorld } from './testing/small-world';

jest.setTimeout(120_000);

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

/** The world with one projector that says these things of itself, and such a doctor. */
async function saying(said: {
  readonly isReady: boolean;
  readonly halted: number;
  readonly checks: readonly object[];
  readonly log: string;
}): Promise<{ world: SmallWorld; stop(): Promise<void> }> {
  const answers: Readonly<Record<string, { status?: number; body: string }>> = {
    '/readyz': { status: said.isReady ? 200 : 503, body: '{}' },
    '/metrics': { body: `verbatim_projector_halted_partitions ${said.halted}\n` },
    '/v1/doctor': { body: JSON.stringify({ checks: said.checks }) },
  };
  const api = await ApiServer.start(({ path }) => answers[path] ?? { status: 404, body: '' });
  const url = (): Promise<string> => Promise.resolve(api.url);
  const projector = { name: 'projector', pid: () => Promise.resolve(process.pid), url, log: said.log };
  return { world: { ...world, services: [projector], url }, stop: () => api.stop() };
}

test('a world that is well shows nothing', async () => {
  expect(await recovery.check(world)).toEqual({ checked: 1, problems: [] });
  const { checked, problems } = await isolation.check(world);
  expect(problems).toEqual([]);
  expect(checked).toBe(world.truth.looked);
});

test('lag that came back too late, a refusal that nobody should have got, work that stays', async () => {
  const late = { ...world, settled: { isSettled: false, seconds: 99, lag: 0, due: 1 } };
  await world.database.query(
    `INSERT INTO due_work (tenant, conversation, mechanism, opened_at, last_error) VALUES ('one', 'chat', 'history', 1, 'none')`,
  );
  world.truth.unexpected.push('one: an append was refused');
  expect((await recovery.check(late)).problems).toEqual([
    'one: an append was refused',
    expect.stringMatching(/^lag was not back at zero within its bound: /),
    'one/chat: work of history is still due: none',
  ]);
  world.truth.unexpected.pop();
  await world.database.query('DELETE FROM due_work');
});

test('a partition that stands still holds where everybody is told, and nowhere else', async () => {
  await world.database.query('UPDATE processor_positions SET epoch = 1000000, next_offset = 5000');
  const log = openLog(world);
  await log.append(CONVERSATION_EVENTS, [{ key: 'one/chat', value: Buffer.from('behind') }]);
  await log.close();
  const check = { check: 'halted', status: 'problem', remedy: 'do this' };
  const alarmed = await saying({
    isReady: false,
    halted: 1,
    checks: [check],
    log: 'a partition is halted until',
  });
  expect((await recovery.check(alarmed.world)).problems).toEqual([]);
  await alarmed.stop();
  const silent = await saying({
    isReady: true,
    halted: 0,
    checks: [{ ...check, status: 'ok' }],
    log: '',
  });
  expect((await recovery.check(silent.world)).problems).toEqual([
    expect.stringMatching(/^partitions [\d, ]+ are behind, and every projector is ready$/),
    expect.stringMatching(/^partitions [\d, ]+ are behind, and no projector's metrics show a halted one$/),
    expect.stringMatching(/^partitions [\d, ]+ are behind, and doctor does not say what to do$/),
    expect.stringMatching(/^partitions [\d, ]+ are behind, and no projector's log says that one is halted$/),
  ]);
  await silent.stop();
});

test('a canary in a wrong answer', async () => {
  world.truth.saw('one', 'GET /v1/conversations', Buffer.from('… canary-two-7f3a91 …'));
  expect((await isolation.check(world)).problems).toEqual(["one saw two's canary in GET /v1/conversations"]);
});

test('what grew', async () => {
  const projector = { name: 'projector', pid: () => Promise.resolve(process.pid), url: world.url };
  const now = await takeFootprint({ ...world, services: [projector] });
  expect(now.connections.get('verbatim-projector')).toBeGreaterThan(0);
  expect(now.processes.get('projector')?.memory).toBeGreaterThan(10_000_000);
  expect(now.processes.get('projector')?.handles).toBeGreaterThan(5);
  expect(grown(now, now)).toEqual([]);
  const more = {
    connections: new Map([['verbatim-projector', 500]]),
    processes: new Map([['projector', { handles: 100_000, memory: 1e12 }]]),
  };
  expect(grown(now, more)).toEqual([
    expect.stringMatching(/^connections of verbatim-projector: \d+ at first, 500 now$/),
    expect.stringMatching(/^open handles of a projector: \d+ at first, 100000 now$/),
    expect.stringMatching(/^bytes of memory of a projector: \d+ at first, 1000000000000 now$/),
  ]);
});
