import { noLimits } from '@verbatim/conversation';
import { policy } from '@verbatim/conversation/testing';
import { openSigningKeys, PostgresConversationReader } from '@verbatim/conversation-store';
import { CONVERSATION_EVENTS, PostgresEventLog, type LogRecord } from '@verbatim/event-log';
import { TiktokenCounter } from '@verbatim/tokens';
import {
  openTestProjection,
  type ProjectionUnderTest,
} from '../../libs/conversation-store/postgres/projection/projection-under-test';
import { signed } from '../../test/support/signed';
import { ConversationProjector } from './conversation-projector';

let test: ProjectionUnderTest;
beforeAll(async () => {
  test = await openTestProjection();
});
afterAll(() => test.close());

const said = (number: number) => ({
  role: number % 2 === 0 ? 'user' : 'assistant',
  content: `said ${number}`,
});

function record(conversation: string, number: number): LogRecord {
  const event = { type: 'MessageAppended', id: `m${number}`, subject: conversation, data: said(number) };
  const value = Buffer.from(JSON.stringify(event));
  return { topic: CONVERSATION_EVENTS, partition: 0, offset: 0, timestamp: 0, key: null, value, headers: {} };
}

async function projectorOf(owner: string): Promise<ConversationProjector> {
  return new ConversationProjector({
    store: test.store,
    log: new PostgresEventLog(test.owner),
    counter: new TiktokenCounter(),
    limits: noLimits,
    signatures: { keys: await openSigningKeys(test.owner), acceptUnsigned: false },
    group: 'projectors',
    owner,
  });
}

it('folds a state that an older version made again from the journal, at its next event', async () => {
  const reader = new PostgresConversationReader(test.owner);
  const projector = await projectorOf('one');
  const handle = (...records: LogRecord[]): Promise<void> =>
    projector.handle({ topic: CONVERSATION_EVENTS, partition: 0, records, nextOffset: 0 });
  await projector.claim({ topic: CONVERSATION_EVENTS, partition: 0, low: 0, high: 0 });
  await handle(...[0, 1, 2].flatMap((number) => [record('old', number), record('new', number)]));
  await test.owner.query(
    `UPDATE conversation_heads SET fold_version = fold_version - 1, state = state - 'liveTokens' - 'tiers'
     WHERE conversation = 'old'`,
  );
  const key = (conversation: string) => ({ tenant: 'default', conversation });
  expect(await reader.head(key('old'))).toMatchObject({
    isOutdated: true,
    head: { liveTokens: 0, messages: 3 },
  });

  await handle(record('old', 3), record('new', 3));
  const [old, fresh] = [await reader.head(key('old')), await reader.head(key('new'))];
  expect(old).toMatchObject({ isOutdated: false, journalPosition: fresh?.journalPosition });
  expect({ ...old?.head, conversation: 'new' }).toEqual(fresh?.head);
  expect(fresh?.head.liveTokens).toBeGreaterThan(0);
});

it('describes a conversation as its journal does, also where the state is made again', async () => {
  const reader = new PostgresConversationReader(test.owner);
  const projector = await projectorOf('three');
  const key = { tenant: 'default', conversation: 'described' };
  const keys = (from: number, value: number | null) =>
    Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`k${from + at}`, value]));
  const described = (id: string, data: object): LogRecord => {
    const event = { type: 'ConversationDescribed', id, subject: key.conversation, data };
    return { ...record(key.conversation, 0), value: Buffer.from(JSON.stringify(event)) };
  };
  const handle = (...records: LogRecord[]): Promise<void> =>
    projector.handle({ topic: CONVERSATION_EVENTS, partition: 3, records, nextOffset: 0 });
  await projector.claim({ topic: CONVERSATION_EVENTS, partition: 3, low: 0, high: 0 });
  await handle(described('d1', { title: 'Lost \0', metadata: keys(0, 1) }), described('long', { user: '' }));
  await handle(described('d2', { metadata: keys(0, null) }), record(key.conversation, 1));
  await handle(
    described('d3', { user: 'ann', metadata: keys(40, 2) }),
    described('many', { metadata: keys(0, 3) }),
  );
  const told = { title: 'Lost \0', user: 'ann', metadata: keys(40, 2) };
  expect((await reader.about(key))?.description).toEqual(told);
  const fates = await Promise.all(['long', 'd3', 'many'].map((id) => reader.fate(key, id)));
  expect(fates).toMatchObject([
    { status: 'ignored', error: { code: 'event-invalid' } },
    { status: 'applied' },
    { status: 'refused', error: { code: 'too-large' } },
  ]);

  await test.owner.query(`UPDATE conversation_heads SET fold_version = fold_version - 1
    WHERE conversation = 'described'`);
  await handle(record(key.conversation, 2));
  expect((await reader.about(key))?.description).toEqual(told);
  expect(await reader.fate(key, 'd3')).toMatchObject({ status: 'applied' });

  // The projection is dropped: its rows are made again from the journal.
  await test.owner.query(`DELETE FROM conversation_descriptions`);
  await test.owner.query(`UPDATE conversation_heads SET fold_version = fold_version - 1
    WHERE conversation = 'described'`);
  await handle(record(key.conversation, 3));
  expect((await reader.about(key))?.description).toEqual(told);
});

it('journals what comes for a state that a newer version made, and folds none of it until that version is here', async () => {
  const reader = new PostgresConversationReader(test.owner);
  const claim = { topic: CONVERSATION_EVENTS, partition: 2, low: 0, high: 0 };
  const older = await projectorOf('older');
  const handle = (...records: LogRecord[]): Promise<void> =>
    older.handle({ topic: CONVERSATION_EVENTS, partition: 2, records, nextOffset: 0 });
  await older.claim(claim);
  await handle(record('ahead', 0), record('beside', 0));
  const shift = (by: number): Promise<unknown> =>
    test.owner.query(
      `UPDATE conversation_heads SET fold_version = fold_version + $1,
      state = state || '{"later": 1}' WHERE conversation = 'ahead'`,
      [by],
    );
  await shift(1);
  const before = await reader.head({ tenant: 'default', conversation: 'ahead' });
  await handle(record('ahead', 1), record('beside', 1));
  await older.claim(claim);
  const [ahead, beside] = await Promise.all(
    ['ahead', 'beside'].map((conversation) => reader.head({ tenant: 'default', conversation })),
  );
  expect(ahead).toMatchObject({
    newerFold: before?.newerFold,
    journalPosition: (before?.journalPosition ?? 0) + 1,
    parked: { code: 'fold-version-newer' },
  });
  expect(ahead?.head).toEqual({ ...before?.head, later: 1 });
  expect(beside).toMatchObject({ parked: null, head: { messages: 2 } });

  // Now the version that made it.
  await shift(-1);
  await older.claim(claim);
  expect(await reader.head({ tenant: 'default', conversation: 'ahead' })).toMatchObject({
    parked: null,
    journalPosition: ahead?.journalPosition,
    head: { messages: 2, position: ahead?.journalPosition },
  });
});

it('leaves out what an older version journaled as ignored, also where this one would fold it, and still says why', async () => {
  const reader = new PostgresConversationReader(test.owner);
  const projector = await projectorOf('two');
  const key = { tenant: 'default', conversation: 'topics' };
  const started = (topic: string): LogRecord => {
    const event = { type: 'TopicStarted', id: topic, subject: key.conversation, data: { topic } };
    return { ...record(key.conversation, 0), value: Buffer.from(JSON.stringify(event)) };
  };
  const handle = (...records: LogRecord[]): Promise<void> =>
    projector.handle({ topic: CONVERSATION_EVENTS, partition: 1, records, nextOffset: 0 });
  await projector.claim({ topic: CONVERSATION_EVENTS, partition: 1, low: 0, high: 0 });
  const assigned = policy({ preset: 'agent-zero' });
  const policyRecord = JSON.stringify({ ...assigned, id: 'policy', subject: key.conversation });
  const keys = await openSigningKeys(test.owner);
  await handle({ ...record(key.conversation, 0), ...signed(keys, policyRecord) });
  await handle(started('old'), record(key.conversation, 0), started('new'), record(key.conversation, 1));
  expect((await reader.head(key))?.head.tiers.topics.map(({ id }) => id)).toEqual(['old', 'new']);

  // As the version before kept it: only the owner of the database can, and only for a test.
  await test.owner.query('ALTER TABLE journal DISABLE TRIGGER journal_keeps_rows');
  await test.owner.query(
    `UPDATE journal SET ignored_code = 'event-unsupported', ignored_detail = 'TopicStarted is kept but not acted on yet'
     WHERE conversation = 'topics' AND event_id = 'old'`,
  );
  await test.owner.query('ALTER TABLE journal ENABLE ALWAYS TRIGGER journal_keeps_rows');
  await test.owner.query(
    `UPDATE conversation_heads SET fold_version = fold_version - 1 WHERE conversation = 'topics'`,
  );
  await handle(record(key.conversation, 2));
  const topics = (await reader.head(key))?.head.tiers.topics.map(({ id }) => id);
  expect(topics).toEqual(['m0', 'new']);
  expect(await reader.fate(key, 'old')).toMatchObject({
    status: 'ignored',
    error: { code: 'event-unsupported', detail: 'TopicStarted is kept but not acted on yet' },
  });
});
