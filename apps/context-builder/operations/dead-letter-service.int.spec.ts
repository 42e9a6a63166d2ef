import { defaultLimits } from '@verbatim/conversation';
import { PostgresConversationReader, PostgresDeadLetterStore } from '@verbatim/conversation-store';
import { insertRows } from '@verbatim/conversation-store/postgres/testing/insert-rows';
import {
  deadLetterRow,
  journalRow,
  storeStory,
} from '@verbatim/conversation-store/postgres/testing/store-story';
import {
  storeUnderTest,
  type StoreUnderTest,
} from '@verbatim/conversation-store/postgres/testing/store-under-test';
import { Story } from '@verbatim/conversation-store/postgres/testing/story';
import type { LogPosition } from '@verbatim/event-log';
import { Metrics } from '@verbatim/platform';
import { DeadLetterService } from './dead-letter-service';

const key = { tenant: 'acme', conversation: 'c' };
const by = { value: null, reason: null, by: 'local' };
const given = { ...by, as: null };
const raw = Buffer.from(
  '{"id":"taken","tenantid":"acme","type":"MessageAppended","subject":"c","data":{"role":"user","content":"hi"}}',
);

let store: StoreUnderTest;
let letters: PostgresDeadLetterStore;
let appended: LogPosition[];
let append: () => Promise<void>;

beforeAll(async () => {
  store = await storeUnderTest();
  letters = new PostgresDeadLetterStore(await store.as('verbatim_context'));
  const story = new Story(key.tenant, key.conversation);
  story.say('user');
  await storeStory(store.database, story);
}, 60_000);

beforeEach(() => {
  appended = [];
  append = async () => undefined;
});

afterAll(() => store.close());

/** As another process has it. */
async function service(): Promise<DeadLetterService> {
  const database = await store.as('verbatim_context');
  const reader = new PostgresConversationReader(database);
  jest.spyOn(reader, 'hasPassed').mockResolvedValue(true);
  const log = {
    append: async () => {
      await append();
      const position = { topic: 'log', partition: 3, offset: 100 + appended.length };
      appended.push(position);
      return [position];
    },
  };
  const acknowledgements = { note: async () => undefined };
  const options = {
    reader,
    log,
    acknowledgements,
    limits: defaultLimits,
    group: 'g',
    metrics: new Metrics(),
  };
  return new DeadLetterService({ ...options, letters: new PostgresDeadLetterStore(database) });
}

async function letterAt(offset: number): Promise<string> {
  await insertRows(store.database, 'dead_letters', [{ ...deadLetterRow(offset, key, 'taken'), raw }]);
  return (await letters.letters('acme', { after: null, limit: 99, all: false })).at(-1)?.id ?? '';
}

test('two operators do not both act on a letter: the first decides, the other is told', async () => {
  const [one, two] = [await service(), await service()];
  const id = await letterAt(1);
  let goOn = (): void => undefined;
  const began = new Promise<void>((begin) => {
    append = () => new Promise((end) => [(goOn = end), begin()]);
  });
  const first = one.redrive('acme', id, { ...by, as: 'e1' });
  await began;
  await expect(two.redrive('acme', id, { ...by, as: 'e2' })).rejects.toMatchObject({
    code: 'dead-letter-busy',
  });
  await expect(two.discard('acme', id, 'r', 'local')).rejects.toMatchObject({ code: 'dead-letter-busy' });
  const queued = one.redrive('acme', id, { ...by, as: 'e3' });
  goOn();
  await expect(first).resolves.toMatchObject({ letter: id, event: { eventId: 'e1' } });
  await expect(queued).rejects.toMatchObject({ code: 'dead-letter-settled' });
  await expect(two.discard('acme', id, 'r', 'local')).rejects.toMatchObject({ code: 'dead-letter-settled' });
  expect(appended).toHaveLength(1);
});

test('a letter whose append failed is free again', async () => {
  const one = await service();
  const id = await letterAt(2);
  append = () => Promise.reject(new Error('out of reach'));
  await expect(one.redrive('acme', id, given)).rejects.toThrow('out of reach');
  append = async () => undefined;
  await expect((await service()).discard('acme', id, 'r', 'local')).resolves.toMatchObject({ id });
});

test('says of a record that the projector ignored under its place that it was ignored', async () => {
  const one = await service();
  const id = await letterAt(3);
  await one.redrive('acme', id, { ...by, as: 'e4' });
  const place = { topic: 'log', partition: 3, log_offset: 100 };
  const row = journalRow({ position: 9, id: 'log/3/100', type: 'MessageAppended' });
  const ignored = { ignored_code: 'event-invalid', ignored_detail: 'reserved' };
  await insertRows(store.database, 'journal', [{ ...key, ...row, ...place, ...ignored }]);
  expect((await one.show('acme', id)).became).toEqual({
    status: 'ignored',
    error: { code: 'event-invalid', detail: 'reserved' },
    letter: null,
  });
});
