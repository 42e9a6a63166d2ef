import { startOpenAiServer, type OpenAiServer } from '../../../test/support/openai-server';
import { ConversationClient } from '../../../test/support/conversation-client';
import { eventually } from '../../../libs/event-log/features/eventually';
import { doctorUnderTest, event, type DoctorUnderTest } from './testing/doctor-under-test';

jest.setTimeout(60_000);

let openai: OpenAiServer;
let test: DoctorUnderTest;

beforeAll(async () => {
  openai = await startOpenAiServer({ respond: () => ({ kind: 'status', status: 401 }) });
  test = await doctorUnderTest({ env: { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: openai.baseUrl } });
});

afterAll(async () => {
  await test.close();
  await openai.close();
});

const everything = [
  'verbatim',
  'node',
  'postgres',
  'clock',
  'migrations',
  'roles',
  'journal',
  'connections',
  'transactions',
  'disk',
  'models',
  'plugins',
  'api-keys',
  'topic',
  'partitions',
  'positions',
  'halted',
  'lag',
  'retention',
  'relay',
  'window',
  'dead-letters',
  'parked',
  'work',
  'signatures',
  'refused',
  'ignored',
  'reduction',
  'mixed-partitions',
];

it('finds nothing wrong with a healthy system, and says what it looked at', async () => {
  await test.append(event({ id: 'a' }), event({ id: 'b' }), event({ id: 'b' }));
  await eventually(async () => {
    const { status, checks } = await test.diagnose();
    expect({ status, found: checks.filter((check) => check.status !== 'ok') }).toEqual({
      status: 'ok',
      found: [],
    });
    expect(checks.map(({ check }) => check)).toEqual(everything);
  });
  // The doctor is content with records that came just now.
  await eventually(async () => {
    const { partitions, totals, work } = await test.lag();
    expect(partitions[0]).toMatchObject({
      partition: 0,
      next: 3,
      low: 0,
      high: 3,
      lag: 0,
      applied: 2,
      duplicates: 1,
    });
    expect(partitions[0]).toMatchObject({ owner: expect.stringContaining(`/${process.pid}`), fault: null });
    expect(partitions).toHaveLength(6);
    expect(totals).toEqual({ lag: 0, applied: 2, duplicates: 1 });
    expect(work).toEqual({ open: 0, leased: 0, failed: 0, oldestSeconds: 0 });
  });
});

/** Waits for a check to say so, and expects a remedy with this command. */
async function found(check: string, status: string, detail: RegExp, remedy: string): Promise<void> {
  await eventually(async () => {
    expect(await test.checks(check)).toEqual([
      { check, status, detail: expect.stringMatching(detail), remedy: expect.stringContaining(remedy) },
    ]);
  });
}

it('counts dead letters by kind', async () => {
  await test.append({ value: Buffer.from('garbage') });
  const shown = '`verbatim dead-letters list`';
  await found('dead-letters', 'warning', /^1 unreadable, 0 in conflict; newest: dead letter \d+, /, shown);
  await test.append(event({ id: 'a', data: { role: 'user', content: 'another body' } }));
  const conflict =
    /^1 unreadable, 1 in conflict; newest: c: dead letter \d+, event-conflict: event a is in the journal/;
  await found('dead-letters', 'warning', conflict, shown);
});

it('names parked conversations', async () => {
  await test.append(event({ subject: 'newer', id: 'a', dataversion: 99 }));
  const detail =
    /^1 conversation stopped.*newest: newer: event-version-unknown: MessageAppended a has dataversion 99/;
  await found('parked', 'problem', detail, 'upgrade the projector');
});

it('names refused events, for a day', async () => {
  await test.append(event({ type: 'CheckpointRevoked', id: 'revoke', data: { checkpoint: 'none' } }));
  await found('refused', 'warning', /^1 event in 24 hours; newest: c: event at \d+, /, '--format events');
  await test.owner.query("UPDATE event_refusals SET refused_at = refused_at - interval '25 hours'");
  expect(await test.checks('refused')).toEqual([
    { check: 'refused', status: 'ok', detail: 'none in 24 hours' },
  ]);
});

it('names events that were ignored for their signature, for a day', async () => {
  const unsigned = { type: 'CheckpointRevoked', id: 'forged', data: { checkpoint: 'none' } };
  await test.append({ ...event(unsigned), headers: {} });
  const detail =
    /^1 event of our own types ignored in 24 hours \(key database-[0-9a-f]{8}, the database's own\); newest: c: signature-missing: CheckpointRevoked forged carries no signature/;
  await found('signatures', 'warning', detail, 'the same VERBATIM_SIGNING_KEYS');
  await test.owner.query("UPDATE signature_refusals SET refused_at = refused_at - interval '25 hours'");
  expect(await test.checks('signatures')).toMatchObject([{ status: 'ok' }]);
});

/** The event without a signature is in the journal too. */
it('names events that were ignored for what their producer wrote, not those without a signature', async () => {
  await test.append(event({ id: 'm', source: 'urn:shop', data: { role: 'user', contents: 'hello' } }));
  const detail =
    /^1 event in 24 hours \(event-invalid 1\); newest: c: event m from urn:shop at \d+, event-invalid: data\.content is missing, but there is "contents"/;
  await found('ignored', 'warning', detail, '`verbatim ignored`');
});

it('names conversations that come through more than one partition, for a day', async () => {
  await test.append({ ...event({ id: 'elsewhere' }), partition: 4 });
  const detail = /^1 conversation came through more than one.*newest: c: last through partition 4/;
  await found('mixed-partitions', 'warning', detail, 'murmur2_random');
  await test.owner.query("UPDATE conversation_heads SET mixed_at = mixed_at - interval '25 hours'");
  expect(await test.checks('mixed-partitions')).toMatchObject([{ status: 'ok' }]);
});

it('names work that failed, with its error', async () => {
  const conversation = new ConversationClient(test.services.url, 'summarised');
  await conversation.assign({ preset: 'hpd-summarizing' });
  const messages = Array.from({ length: 60 }, (_, n) => ({
    role: n % 2 === 0 ? 'user' : 'assistant',
    content: `${n}`,
  }));
  await conversation.append(messages);
  await found(
    'work',
    'problem',
    /^1 piece of work failed; newest: summarised: history: .*401/,
    'OPENAI_API_KEY',
  );
  expect((await test.lag()).work).toMatchObject({ open: 1, failed: 1 });
});

it('counts for everybody, and names nothing of other tenants', async () => {
  const { status, checks } = await test.diagnose('other');
  expect(status).toBe('problem');
  const details = new Map(checks.map(({ check, detail }) => [check, detail]));
  expect(details.get('parked')).toBe(
    "1 conversation stopped before a newer version's event; none of this tenant",
  );
  expect(details.get('dead-letters')).toBe('1 unreadable, 1 in conflict; none of this tenant');
  expect(details.get('work')).toBe('1 piece of work failed; none of this tenant');
});
