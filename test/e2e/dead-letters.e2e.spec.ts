import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PostgresConversationReader } from '@verbatim/conversation-store';
import { CONVERSATION_EVENTS, PostgresEventLog, type OutgoingRecord } from '@verbatim/event-log';
import { Database } from '@verbatim/postgres';
import { runCommand } from '../../apps/cli/testing/command-run';
import { eventually } from '../../libs/event-log/features/eventually';
import { call, type Problem } from '../support/conversation-client';
import { startServices, type RunningServices } from '../support/services';

jest.setTimeout(60_000);

interface Letter {
  readonly id: string;
  readonly kind: string;
  readonly log: { readonly topic: string; readonly partition: number; readonly offset: number };
  readonly raw: string;
  readonly settled: { readonly outcome: string; readonly by: string; readonly reason: string | null } | null;
  readonly became: { readonly status: string; readonly letter: string | null } | null;
}

let services: RunningServices;
let database: Database;
let log: PostgresEventLog;
let reader: PostgresConversationReader;

beforeAll(async () => {
  services = await startServices({ only: ['projector', 'context-builder'] });
  database = await Database.open({ url: services.databaseUrl, applicationName: 'letters', poolSize: 2 });
  log = new PostgresEventLog(database);
  reader = new PostgresConversationReader(database);
});

afterAll(async () => {
  await log.close();
  await database.close();
  await services.stop();
});

const event = (fields: object): Buffer =>
  Buffer.from(
    JSON.stringify({
      type: 'MessageAppended',
      subject: 'lettered',
      data: { role: 'user', content: 'hi' },
      ...fields,
    }),
  );

async function letters(query = ''): Promise<Letter[]> {
  const { body } = await call<{ items: Letter[] }>(services.url, 'GET', `/v1/dead-letters${query}`);
  return body.items;
}

/** The letter that a record becomes. */
async function letterOf(record: Omit<OutgoingRecord, 'key'>): Promise<Letter> {
  const [sent] = await log.append(CONVERSATION_EVENTS, [{ key: 'any', ...record }]);
  let found: Letter | undefined;
  await eventually(async () => {
    found = (await letters()).find(
      ({ log: { partition, offset } }) => partition === sent?.partition && offset === sent?.offset,
    );
    expect(found).toBeDefined();
  });
  if (found === undefined) throw new Error('unreachable');
  return found;
}

const post = (id: string, what: string, body: object, tenant?: string) =>
  call<Letter & Problem & { event: unknown }>(
    services.url,
    'POST',
    `/v1/dead-letters/${id}/${what}`,
    body,
    tenant,
  );

async function became(id: string): Promise<Letter['became']> {
  let letter: Letter | undefined;
  await eventually(async () => {
    letter = (await call<Letter>(services.url, 'GET', `/v1/dead-letters/${id}`)).body;
    expect(letter?.became?.status).not.toBe('waiting');
  });
  return letter?.became ?? null;
}

const verbatim = (...words: readonly string[]) => runCommand(...words, '--url', services.url);
const messages = async (conversation: string): Promise<number | undefined> =>
  (await reader.head({ tenant: 'default', conversation }))?.head.messages;

test('unreadable bytes are redriven as they are, and become a letter again as long as nobody reads them', async () => {
  const headers = { trace: Buffer.from([0, 255]) };
  const letter = await letterOf({ value: Buffer.from([0, 255, 123]), headers, partition: 2 });
  const redriven = await post(letter.id, 'redrive', { reason: 'a newer version reads it' });
  expect([redriven.status, redriven.body.event]).toEqual([202, null]);
  const fate = await became(letter.id);
  expect(fate).toMatchObject({ status: 'dead-letter', letter: expect.any(String) });
  const copy = (await letters()).find(({ id }) => id === fate?.letter);
  expect([copy?.raw, copy?.log.partition, copy?.settled]).toEqual([letter.raw, 2, null]);
  const [record] = await log.read({ ...letter.log, offset: copy?.log.offset ?? 0 }, 1);
  expect(record?.headers).toEqual(headers);
  expect((await letters('?all=true')).find(({ id }) => id === letter.id)).toMatchObject({
    raw: letter.raw,
    settled: { outcome: 'redriven', by: 'local', reason: 'a newer version reads it' },
  });
  const high = async () => (await log.partitions(CONVERSATION_EVENTS))[2]?.high;
  const before = await high();
  const again = await post(letter.id, 'redrive', {});
  expect([again.status, again.body.code]).toEqual([409, 'dead-letter-settled']);
  expect(await high()).toBe(before);
  await post(copy?.id ?? '', 'discard', { reason: 'noise' });
});

test('a corrected event takes the place of an unreadable one; without an id of its own it gets the place of the letter', async () => {
  const letter = await letterOf({ value: Buffer.from('{"type":"MessageAppended"') });
  const file = join(tmpdir(), `verbatim-corrected-${process.pid}.json`);
  await writeFile(file, event({ subject: 'corrected' }));
  const { code, out, err } = await verbatim('dead-letters', 'redrive', letter.id, '--file', file, '--json');
  expect([code, err]).toEqual([0, '']);
  const { topic, partition, offset } = letter.log;
  const id = `${topic}/${partition}/${offset}`;
  expect(JSON.parse(out)).toMatchObject({
    settled: { outcome: 'redriven', event: { tenant: 'default', conversation: 'corrected', id } },
    became: { status: 'applied', error: null },
  });
  const stored = await reader.event({ tenant: 'default', conversation: 'corrected' }, id);
  expect(stored?.payload?.toString()).toBe(
    `${event({ subject: 'corrected' }).toString().slice(0, -1)},"id":"${id}"}`,
  );
});

test.each([
  [403, 'tenant-forbidden', event({ tenantid: 'another' })],
  [403, 'event-not-allowed', event({ type: 'CheckpointRevoked', data: { checkpoint: 'c' } })],
  [400, 'event-invalid', event({ data: { role: 'nobody' } })],
  [400, 'event-invalid', Buffer.from('still not JSON')],
])('a correction may be refused: %i %s', async (status, code, value) => {
  const letter = await letterOf({ value: Buffer.from('not JSON') });
  const refused = await post(letter.id, 'redrive', { value: value.toString('base64') });
  expect([refused.status, refused.body.code]).toEqual([status, code]);
  expect((await letters()).map(({ id }) => id)).toContain(letter.id);
});

test('a conflict goes in under another id, the same one however often it is published', async () => {
  const taken = event({ id: 'taken' });
  await log.append(CONVERSATION_EVENTS, [{ key: 'default/lettered', value: taken }]);
  await eventually(async () => expect(await messages('lettered')).toBe(1));
  const letter = await letterOf({ value: event({ id: 'taken', data: { role: 'user', content: 'other' } }) });
  expect(letter.kind).toBe('conflict');
  expect(await post(letter.id, 'redrive', { as: 'taken' })).toMatchObject({
    status: 409,
    body: { code: 'event-conflict' },
  });
  const corrected = { value: event({ id: 'x' }).toString('base64') };
  expect((await post(letter.id, 'redrive', corrected)).status).toBe(400);
  const redriven = await post(letter.id, 'redrive', {});
  const { topic, partition, offset } = letter.log;
  const id = `${topic}/${partition}/${offset}`;
  expect(redriven.body.event).toEqual({ tenant: 'default', conversation: 'lettered', id });
  expect(await became(letter.id)).toMatchObject({ status: 'applied' });

  // As after a crash between publishing and recording: nobody knows that it was redriven.
  await database.query('DELETE FROM dead_letter_settlements WHERE letter = $1', [letter.id]);
  expect((await post(letter.id, 'redrive', {})).status).toBe(202);
  expect(await became(letter.id)).toMatchObject({ status: 'applied' });
  expect(await messages('lettered')).toBe(2);
  const conflict = await letterOf({
    value: event({ id: 'taken', data: { role: 'user', content: 'third' } }),
  });
  expect((await post(conflict.id, 'redrive', { as: 'mine' })).status).toBe(202);
  await eventually(async () => expect(await messages('lettered')).toBe(3));
  expect((await reader.event({ tenant: 'default', conversation: 'lettered' }, 'mine'))?.position).toBe(4);
});

test('a discarded letter leaves the list, its record stays, and nothing is counted as open', async () => {
  for (const { id } of await letters()) await post(id, 'discard', { reason: 'done with' });
  const letter = await letterOf({ value: Buffer.from('noise') });
  const metric = async (kind: string): Promise<string | undefined> =>
    new RegExp(`^verbatim_dead_letters\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(
      await services.context.metrics.render(),
    )?.[1];
  expect([await metric('unreadable'), await metric('conflict')]).toEqual(['1', '0']);
  const without = await verbatim('dead-letters', 'discard', letter.id);
  expect(without.code).not.toBe(0);
  const { code } = await verbatim('dead-letters', 'discard', letter.id, '--reason', 'a test wrote it');
  expect(code).toBe(0);
  expect(await letters()).toEqual([]);
  expect(await metric('unreadable')).toBe('0');
  const { body } = await call<Letter>(services.url, 'GET', `/v1/dead-letters/${letter.id}`);
  expect(body).toMatchObject({
    raw: Buffer.from('noise').toString('base64'),
    settled: { outcome: 'discarded', by: 'local', reason: 'a test wrote it' },
    became: null,
  });
  const twice = await verbatim('dead-letters', 'discard', letter.id, '--reason', 'again');
  expect(twice.err).toContain('dead-letter-settled');
});

test('who may not see a letter cannot settle it', async () => {
  const value = event({ id: 'private', tenantid: 'private' });
  await log.append(CONVERSATION_EVENTS, [{ key: 'a', value }]);
  await log.append(CONVERSATION_EVENTS, [
    { key: 'a', value: event({ id: 'private', tenantid: 'private', data: {} }) },
  ]);
  let id = '';
  await eventually(async () => {
    const { body } = await call<{ items: Letter[] }>(
      services.url,
      'GET',
      '/v1/dead-letters',
      undefined,
      'private',
    );
    expect(body.items).toHaveLength(1);
    id = body.items[0]?.id ?? '';
  });
  const other = [await post(id, 'discard', { reason: 'r' }), await post(id, 'redrive', {})];
  expect(other.map(({ status }) => status)).toEqual([404, 404]);
  expect((await post(id, 'discard', { reason: 'r' }, 'private')).status).toBe(200);
});

test('an unreadable record is of the tenant that it names', async () => {
  const value = event({ subject: undefined, tenantid: 'private' });
  const [sent] = await log.append(CONVERSATION_EVENTS, [{ key: 'a', value }]);
  await eventually(async () => {
    const listed = await call<{ items: Letter[] }>(
      services.url,
      'GET',
      '/v1/dead-letters',
      undefined,
      'private',
    );
    expect(listed.body.items).toMatchObject([
      { log: sent, tenant: 'private', raw: value.toString('base64'), bytes: value.length },
    ]);
  });
  expect((await letters()).map(({ raw }) => raw)).not.toContain(value.toString('base64'));
});
