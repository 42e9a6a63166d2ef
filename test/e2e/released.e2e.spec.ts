import { eventDefinitions, noLimits } from '@verbatim/conversation';
import {
  openSigningKeys,
  PostgresConversationReader,
  PostgresProjectionStore,
} from '@verbatim/conversation-store';
import { migrations } from '@verbatim/conversation-store/postgres/migrations';
import { CONVERSATION_EVENTS, PostgresEventLog, recordKey, type OutgoingRecord } from '@verbatim/event-log';
import { Database } from '@verbatim/postgres';
import { TiktokenCounter } from '@verbatim/tokens';
import { ConversationProjector } from '../../apps/projector/conversation-projector';
import { eventually } from '../../libs/event-log/features/eventually';
import { call, ConversationClient } from '../support/conversation-client';
import { testDatabase } from '../support/postgres';
import { expectSameState, expectWholeChain } from '../support/same-state';
import { startServices, type RunningServices } from '../support/services';

jest.setTimeout(60_000);

/** The next version reads this one's messages as they are. */
jest.mock('../../libs/conversation/events/upcast', () => ({
  upcast: (_type: string, _from: number, _to: number, data: unknown) => data,
}));

let services: RunningServices;
let database: Database;
let log: PostgresEventLog;
let reader: PostgresConversationReader;
let opened = 0;

beforeAll(async () => {
  services = await startServices({ only: ['projector', 'context-builder'] });
  database = await Database.open({ url: services.databaseUrl, applicationName: 'released', poolSize: 4 });
  log = new PostgresEventLog(database);
  reader = new PostgresConversationReader(database);
});

afterAll(async () => {
  await log.close();
  await database.close();
  await services.stop();
});

class Parked {
  readonly key = { tenant: 'default', conversation: `parked ${(opened += 1)}` };
  readonly client = new ConversationClient(services.url, this.key.conversation);

  /** Messages by their ids; one that begins with `newer` is of the next version. */
  async publish(...ids: readonly string[]): Promise<void> {
    const { tenant, conversation } = this.key;
    const records = ids.map((id): OutgoingRecord => {
      const dataversion = id.startsWith('newer') ? 2 : 1;
      const data = { role: 'user', content: `hello from ${id}` };
      const event = { id, type: 'MessageAppended', subject: conversation, dataversion, data };
      return { key: recordKey(tenant, conversation), value: Buffer.from(JSON.stringify(event)) };
    });
    await log.append(CONVERSATION_EVENTS, records);
  }

  async stands(applied: number, head: number): Promise<void> {
    await eventually(async () => {
      const stored = await reader.head(this.key);
      expect([stored?.head.position, stored?.journalPosition]).toEqual([applied, head]);
    });
  }

  release(body: object) {
    const path = `/v1/conversations/${encodeURIComponent(this.key.conversation)}/release`;
    return call<{ code?: string; events?: { id: string }[] }>(services.url, 'POST', path, body);
  }

  async statuses(): Promise<string[]> {
    return (await this.client.journal()).map(({ status }) => status);
  }

  async proven(...callIds: readonly string[]): Promise<void> {
    for (const callId of callIds) {
      const { body } = await call(services.url, 'GET', `/v1/calls/${callId}/verify`);
      expect(body).toMatchObject({ segments: 'ok', fold: 'ok', differences: [] });
    }
  }
}

/** What a projector makes of all of the log in an empty database, in batches of so many records. */
async function secondProjection(batch: number, see: (second: Database) => Promise<void>): Promise<void> {
  const empty = await testDatabase(migrations);
  const second = await Database.open({ url: empty.url, applicationName: 'second', poolSize: 2 });
  const projector = new ConversationProjector({
    store: new PostgresProjectionStore(second),
    log,
    counter: new TiktokenCounter(),
    limits: noLimits,
    signatures: { keys: await openSigningKeys(database), acceptUnsigned: false },
    group: 'second',
    owner: 'second',
  });
  try {
    for (const range of await log.partitions(CONVERSATION_EVENTS)) {
      const { topic, partition, high } = range;
      let { nextOffset } = await projector.claim(range);
      while (nextOffset < high) {
        const records = await log.read({ topic, partition, offset: nextOffset }, batch);
        nextOffset += records.length;
        await projector.handle({ topic, partition, records, nextOffset });
      }
    }
    await see(second);
  } finally {
    await second.close();
    await empty.drop();
  }
}

/** Runs as the next version of everything, which knows what this one is parked at. */
async function upgraded(work: () => Promise<void>): Promise<void> {
  const version = jest.replaceProperty(eventDefinitions.MessageAppended, 'version', 2 as unknown as 1);
  try {
    await work();
  } finally {
    version.restore();
  }
}

describe('a parked conversation', () => {
  it('is released with a reason: the event is passed over at its own place, whatever version folds', async () => {
    const parked = new Parked();
    await parked.publish('known', 'newer', 'after');
    await parked.stands(2, 4);
    const during = await parked.client.context();
    expect(during.position).toBe(2);
    const { body: list } = await call<{ items: object[] }>(services.url, 'GET', '/v1/parked');
    expect(list.items).toMatchObject([
      { conversation: parked.key.conversation, event: 'newer', position: 3, dataversion: 2, waiting: 2 },
    ]);

    const released = await parked.release({ reason: 'a preview wrote it', event: 'newer' });
    expect(released.status).toBe(202);
    await parked.stands(5, 5);
    const journal = await parked.client.journal();
    expect(journal.map(({ type, status }) => [type, status])).toEqual([
      ['PolicyAssigned', 'applied'],
      ['MessageAppended', 'applied'],
      ['MessageAppended', 'ignored'],
      ['MessageAppended', 'applied'],
      ['EventDiscarded', 'applied'],
    ]);
    const by = released.body.events?.[0]?.id ?? '';
    expect(journal[2]?.error).toEqual({
      code: 'event-discarded',
      detail: `given up by ${by}: a preview wrote it`,
    });
    expect(await reader.fate(parked.key, 'newer')).toMatchObject({ status: 'ignored', position: 3 });
    const after = await parked.client.context();
    expect(after.body.messages.map(({ content }) => content)).toEqual([
      'hello from known',
      'hello from after',
    ]);

    const prove = async (): Promise<void> => {
      await expectSameState({ database, reader }, parked.key);
      await expectWholeChain(reader, parked.key);
      // As it was: while the event was parked at, only what came before it was seen.
      const then = await parked.client.context({ at: 4 });
      expect([then.position, then.sha256]).toEqual([2, during.sha256]);
      await parked.proven(during.callId, after.callId, then.callId);
    };
    await prove();
    await upgraded(prove);

    const again = await parked.release({ reason: 'once more', event: 'newer' });
    expect([again.status, again.body.events]).toEqual([202, [{ id: by }]]);
    expect((await reader.head(parked.key))?.journalPosition).toBe(5);
    expect(await parked.release({ reason: 'once more', event: 'after' })).toMatchObject({
      status: 409,
      body: { code: 'conversation-not-parked' },
    });
  });

  it('may be parked by the next newer event again, also by one that came before the release', async () => {
    const parked = new Parked();
    await parked.publish('newer 1', 'between', 'newer 2', 'last');
    await parked.stands(1, 5);
    const first = await parked.release({ reason: 'r', event: 'newer 1' });
    expect(first.status).toBe(202);
    await parked.stands(3, 6);
    // As after an answer that did not arrive: nobody decided about the next one.
    const repeated = await parked.release({ reason: 'r', event: 'newer 1' });
    expect([repeated.status, repeated.body.events]).toEqual([202, first.body.events]);
    expect(await parked.release({ reason: 'r' })).toMatchObject({ status: 400 });
    await parked.stands(3, 6);
    expect(await parked.statuses()).toEqual(['applied', 'ignored', 'applied', 'parked', 'parked', 'parked']);
    const between = await parked.client.context();
    expect([between.position, between.body.messages.length]).toEqual([3, 1]);
    expect((await parked.release({ reason: 'r', event: 'newer 2' })).status).toBe(202);
    await parked.stands(7, 7);
    await parked.publish('newer 3');
    await parked.stands(7, 8);
    const statuses = 'applied ignored applied ignored applied applied applied parked';
    expect((await parked.statuses()).join(' ')).toBe(statuses);
    const last = await parked.client.context();
    expect(last.body.messages).toHaveLength(2);
    const prove = (): Promise<void> => parked.proven(between.callId, last.callId);
    await prove();
    await upgraded(prove);
  });

  it('is not released of what it is not parked at', async () => {
    const parked = new Parked();
    expect(await parked.release({ reason: 'r', event: 'newer' })).toMatchObject({
      status: 404,
      body: { code: 'conversation-not-found' },
    });
    await parked.publish('known', 'newer');
    await parked.stands(2, 3);
    expect(await parked.release({ reason: 'r', event: 'known' })).toMatchObject({
      status: 409,
      body: { code: 'event-not-parked', event: 'newer' },
    });
    expect(await parked.release({ reason: '', event: 'newer' })).toMatchObject({ status: 400 });
    await parked.stands(2, 3);
  });

  it.each([1, 500])(
    'is the same in a second projection, of either version, in batches of %i',
    async (batch) => {
      const parked = new Parked();
      await parked.publish('known', 'newer', 'after');
      await parked.stands(2, 4);
      // From here on messages are counted otherwise: this one too, though it waits.
      await parked.client.assign({ preset: 'window-only', encoding: 'cl100k_base' });
      await parked.publish('überraschend viele Vögel zwitschern 😀🎉');
      await parked.stands(2, 6);
      await parked.release({ reason: 'r', event: 'newer' });
      await parked.publish('last');
      await parked.stands(8, 8);
      const rows = async (from: Database): Promise<unknown> =>
        from.query(
          `SELECT position, code, detail FROM event_refusals WHERE conversation = $1 ORDER BY position`,
          [parked.key.conversation],
        );
      const compare = (): Promise<void> =>
        secondProjection(batch, async (second) => {
          const other = new PostgresConversationReader(second);
          expect((await other.head(parked.key))?.head).toEqual((await reader.head(parked.key))?.head);
          expect(await rows(second)).toEqual(await rows(database));
          await expectSameState({ database: second, reader: other }, parked.key);
        });
      await compare();
      await upgraded(compare);
    },
  );

  it('keeps an event that every version reads, whoever says that it is given up', async () => {
    const parked = new Parked();
    await parked.publish('known');
    await parked.stands(2, 2);
    const keys = await openSigningKeys(database);
    const { tenant, conversation } = parked.key;
    const discard = (id: string, event: string): OutgoingRecord => {
      const data = { event, position: 2, reason: 'r' };
      const value = Buffer.from(JSON.stringify({ id, type: 'EventDiscarded', subject: conversation, data }));
      return keys.sign({ key: recordKey(tenant, conversation), value });
    };
    await log.append(CONVERSATION_EVENTS, [discard('d1', 'known'), discard('d2', 'unheard of')]);
    await parked.stands(4, 4);
    const journal = await parked.client.journal();
    expect(journal.map(({ status, error }) => [status, error?.code])).toEqual([
      ['applied', undefined],
      ['applied', undefined],
      ['ignored', 'event-refused'],
      ['ignored', 'event-refused'],
    ]);
    expect((await parked.client.context()).body.messages).toHaveLength(1);
  });
});
