import { CONVERSATION_EVENTS, PostgresEventLog, recordKey, type OutgoingRecord } from '@verbatim/event-log';
import { Database } from '@verbatim/postgres';
import { call, ConversationClient, type Problem } from '../support/conversation-client';
import { startServices, type RunningServices } from '../support/services';

jest.setTimeout(60_000);

interface DeadLetter {
  readonly kind: string;
  readonly event: string | null;
  readonly log: { readonly partition: number; readonly offset: number };
  readonly error: { readonly code: string };
  readonly raw: string;
}

let services: RunningServices;
let database: Database;
let log: PostgresEventLog;

beforeAll(async () => {
  services = await startServices({ only: ['projector', 'context-builder'] });
  database = await Database.open({ url: services.databaseUrl, applicationName: 'bad input', poolSize: 2 });
  log = new PostgresEventLog(database);
});

afterAll(async () => {
  await log.close();
  await database.close();
  await services.stop();
});

function bytes(value: object): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/** An event of that conversation, as any client of the log may write it. */
function event(conversation: ConversationClient, fields: object): OutgoingRecord {
  const value = { type: 'MessageAppended', subject: conversation.id, ...fields };
  return { key: recordKey('default', conversation.id), value: bytes(value) };
}

function said(content: string) {
  return { data: { role: 'user', content } };
}

/** Where they went, each as a cursor that a context can wait for. */
async function write(...records: OutgoingRecord[]): Promise<string[]> {
  const positions = await log.append(CONVERSATION_EVENTS, records);
  return positions.map(({ topic, partition, offset }) => `log:${topic}/${partition}/${offset}-${offset}`);
}

async function deadLetters(): Promise<DeadLetter[]> {
  const { body } = await call<{ items: DeadLetter[] }>(services.url, 'GET', '/v1/dead-letters?limit=1000');
  return body.items;
}

async function codeOfContext(
  conversation: ConversationClient,
  after: string,
): Promise<[number, string | undefined]> {
  const { status, body } = await conversation.tryContext({ after });
  return [status, (body as Problem).code];
}

test.each([
  ['bytes that are not UTF-8', Buffer.from([0xff, 0xfe, 0x00, 0x80, 0xc3, 0x28])],
  ['half of a JSON text', Buffer.from('{"type":"MessageAppended","subject":"c","data":{"role"')],
  ['JSON that is no CloudEvent', bytes([1, 2, 3])],
  ['an event that names no conversation', bytes({ type: 'MessageAppended', ...said('to nobody') })],
  ['nothing at all', Buffer.alloc(0)],
])('%s: a dead letter with its bytes, and the next record of the partition is taken', async (_, value) => {
  const conversation = new ConversationClient(services.url);
  const [garbage] = await log.append(CONVERSATION_EVENTS, [{ key: 'default/nobody', value }]);
  const partition = garbage?.partition ?? -1;
  const [after = ''] = await write({
    ...event(conversation, { id: 'm1', ...said('still here') }),
    partition,
  });
  const { body } = await conversation.context({ after });
  expect(body.messages).toEqual([{ role: 'user', content: 'still here' }]);
  const letters = await deadLetters();
  const kept = letters.find((one) => one.log.partition === partition && one.log.offset === garbage?.offset);
  expect(kept).toMatchObject({ kind: 'unreadable', error: { code: 'event-invalid' } });
  expect(Buffer.from(kept?.raw ?? '', 'base64')).toEqual(value);
});

test('an unknown type and an invalid body are journaled as ignored, and the conversation goes on', async () => {
  const conversation = new ConversationClient(services.url);
  const cursors = await write(
    event(conversation, { id: 'm1', ...said('one') }),
    event(conversation, { id: 'odd', type: 'SomethingElse', data: { any: [1.5, null] } }),
    event(conversation, { id: 'robot', data: { role: 'robot', content: 'beep' } }),
    event(conversation, { id: 'long', ...said('x'.repeat(524_289)) }),
    event(conversation, { id: 'm2', ...said('two') }),
  );
  const [, odd = '', robot = '', long = '', last = ''] = cursors;
  const { body } = await conversation.context({ after: last });
  expect(body.messages.map(({ content }) => content)).toEqual(['one', 'two']);
  for (const cursor of [odd, robot, long, 'odd']) {
    expect(await codeOfContext(conversation, cursor)).toEqual([409, 'event-ignored']);
  }
  const journal = await conversation.journal();
  expect(journal.slice(1).map(({ id, status, error }) => [id, status, error?.code])).toEqual([
    ['m1', 'applied', undefined],
    ['odd', 'ignored', 'event-type-unknown'],
    ['robot', 'ignored', 'event-invalid'],
    ['long', 'ignored', 'too-large'],
    ['m2', 'applied', undefined],
  ]);
  expect(journal[2]?.data).toEqual({ any: [1.5, null] });
  expect((await conversation.messages()).map(({ id }) => id)).toEqual(['m1', 'm2']);
});

test('a newer version of a known type parks its conversation there, and no other', async () => {
  const parked = new ConversationClient(services.url);
  const other = new ConversationClient(services.url);
  const partition = 0;
  const cursors = await write(
    { ...event(parked, { id: 'm1', ...said('before') }), partition },
    { ...event(parked, { id: 'new', dataversion: 99, ...said('from the future') }), partition },
    { ...event(parked, { id: 'm2', ...said('after') }), partition },
    { ...event(other, { id: 'm1', ...said('elsewhere') }), partition },
  );
  const [, newer = '', behind = '', elsewhere = ''] = cursors;
  expect((await other.context({ after: elsewhere })).body.messages).toHaveLength(1);
  const state = await parked.state();
  expect(state).toMatchObject({
    messages: 1,
    applied: 2,
    head: 4,
    parked: { code: 'event-version-unknown' },
  });
  for (const cursor of [newer, behind]) {
    expect(await codeOfContext(parked, cursor)).toEqual([409, 'projection-parked']);
  }
  const { body, position } = await parked.context();
  expect([position, body.messages.map(({ content }) => content)]).toEqual([2, ['before']]);
  const journal = await parked.journal();
  expect(journal.slice(1).map(({ id, status }) => [id, status])).toEqual([
    ['m1', 'applied'],
    ['new', 'parked'],
    ['m2', 'parked'],
  ]);
});

test('the same id with another body is a conflict on record; with the same body nothing', async () => {
  const conversation = new ConversationClient(services.url);
  const cursors = await write(
    event(conversation, { id: 'm1', ...said('one') }),
    event(conversation, { id: 'm1', time: '2020-01-01T00:00:00Z', ...said('one') }),
    event(conversation, { id: 'm1', ...said('other') }),
  );
  const [, again = '', other = ''] = cursors;
  expect(await codeOfContext(conversation, other)).toEqual([409, 'event-conflict']);
  expect((await conversation.context({ after: again })).body.messages).toHaveLength(1);
  expect(await conversation.state()).toMatchObject({ messages: 1, conflicts: 1 });
  expect((await conversation.messages()).map(({ message }) => message.content)).toEqual(['one']);
  const letters = (await deadLetters()).filter(({ event: id, kind }) => id === 'm1' && kind === 'conflict');
  expect(letters).toHaveLength(1);
  expect(Buffer.from(letters[0]?.raw ?? '', 'base64').toString()).toContain('other');
});
