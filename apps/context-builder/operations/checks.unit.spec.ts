import { resolvePolicy } from '@verbatim/conversation';
import { problem } from './check';
import { movement, topicSettings } from './checks/partitions';
import { windowCeiling } from './checks/policies';
import { serviceRoles } from './checks/protection';
import { signatures } from './checks/signatures';
import { clockDifference, nodeVersion, postgresVersion } from './checks/versions';
import type { Lag } from './lag';
import { settledLag } from './settled-lag';

const now = new Date('2026-01-01T00:00:00Z');
const facts = { version: '15.4', versionNumber: 150_004, now };

it.each([
  ['20.19.0', 'ok'],
  ['22.0.1', 'ok'],
  ['20.18.3', 'problem'],
  ['18.20.0', 'problem'],
])('Node %s where >=20.19 is needed: %s', (running, status) => {
  expect(nodeVersion(running, '>=20.19').status).toBe(status);
});

it('wants PostgreSQL 15', () => {
  expect(postgresVersion(facts).status).toBe('ok');
  expect(postgresVersion({ ...facts, version: '14.9', versionNumber: 140_009 })).toMatchObject({
    status: 'problem',
    detail: 'PostgreSQL 14.9, 15 or later is needed',
  });
});

it.each([
  [1_900, 'ok', "the service's clock is 1.9 s ahead of the database's"],
  [-2_100, 'warning', "the service's clock is 2.1 s behind the database's"],
])('a clock that differs by %d ms: %s', (difference, status, detail) => {
  const service = new Date(now.getTime() + difference);
  expect(clockDifference(facts, service)).toMatchObject({ status, detail });
});

it('names roles that are missing, with what creates them', () => {
  const roles = [
    { name: 'verbatim_projector', exists: true, may: [] },
    { name: 'verbatim_context', exists: false, may: [] },
  ];
  const { status, detail, remedy } = serviceRoles({ roles, unguarded: [] });
  expect([status, detail]).toEqual(['problem', 'missing: verbatim_context']);
  expect(remedy).toContain('CREATE ROLE verbatim_context NOLOGIN;');
});

it("says each of a topic's settings that lose something, with its remedy", () => {
  const finding = { problem: 'retention.ms is 7 days', remedy: 'set retention.ms=-1' };
  expect(topicSettings('events', [finding])).toEqual([
    problem('topic', 'events: retention.ms is 7 days', 'set retention.ms=-1'),
  ]);
});

it('warns of policies that reduce later than the window cuts', () => {
  const policy = (name: string, triggerAt: number) => ({
    name,
    policy: resolvePolicy({ history: { triggerAt }, window: { maxMessages: 400 } }),
  });
  const none = { name: 'none', policy: resolvePolicy({}) };
  expect(windowCeiling([none, policy('fits', 200)], 200)).toMatchObject({ check: 'window', status: 'ok' });
  const { status, detail } = windowCeiling([policy('fits', 200), policy('late', 201), none], 200);
  expect([status, detail]).toEqual([
    'warning',
    'contexts show 200 messages at most, and these policies reduce later: late (triggerAt 201)',
  ]);
});

function lagAt(...nexts: (number | null)[]): Lag {
  const partitions = nexts.map((next, partition) => ({
    partition,
    next,
    low: 0,
    high: 10,
    lag: 10 - (next ?? 0),
    owner: null,
    movedAt: null,
    idleSeconds: next === null ? null : 100,
    applied: 0,
    duplicates: 0,
    fault: null,
  }));
  const totals = { lag: partitions.reduce((sum, { lag }) => sum + lag, 0), applied: 0, duplicates: 0 };
  return { topic: 'events', partitions, totals, work: { open: 0, leased: 0, failed: 0, oldestSeconds: 0 } };
}

it('takes records that came just now for no standstill: it looks again', async () => {
  const looks = [lagAt(9, 4, null), lagAt(10, 4, null)];
  const settled = await settledLag(() => Promise.resolve(looks.shift() ?? lagAt()));
  expect(settled.stuck.map(({ partition }) => partition)).toEqual([1, 2]);
  expect(movement(settled).detail).toContain('partition 2 is 10 records behind, never begun');
  const moved = [lagAt(4), lagAt(6)];
  expect(movement(await settledLag(() => Promise.resolve(moved.shift() ?? lagAt())))).toEqual({
    check: 'lag',
    status: 'ok',
    detail: '4 records behind, and moving',
  });
});

it('says which key signs, and warns while unsigned events are taken', () => {
  const none = { total: 0, newest: null };
  const signing = { keyId: '2026', isConfigured: true, acceptUnsigned: false };
  expect(signatures(none, signing)).toMatchObject({
    status: 'ok',
    detail: 'our events are signed with key 2026, of VERBATIM_SIGNING_KEYS; none was refused',
  });
  expect(signatures(none, { ...signing, acceptUnsigned: true })).toMatchObject({
    status: 'warning',
    detail: expect.stringContaining('VERBATIM_SIGNATURES is accept-unsigned'),
  });
});
