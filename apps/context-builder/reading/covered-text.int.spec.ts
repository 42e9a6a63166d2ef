import { randomUUID } from 'node:crypto';
import { PostgresConversationReader, type ConversationKey } from '@verbatim/conversation-store';
import { Database } from '@verbatim/postgres';
import { ConversationClient } from '../../../test/support/conversation-client';
import { startServices, type RunningServices } from '../../../test/support/services';
import { CoveredText } from './covered-text';
import type { TextPage } from './text-page';

jest.setTimeout(60_000);

const MESSAGES = 1000;

class CountingReader extends PostgresConversationReader {
  read = 0;

  override async messages(key: ConversationKey, after: number, limit: number) {
    const found = await super.messages(key, after, limit);
    this.read += found.length;
    return found;
  }
}

let services: RunningServices;
let database: Database;
let reader: CountingReader;
let key: ConversationKey;
/** The opening policy has position 1. */
const range = (to: number) => ({ from: 2, to, messages: { from: 0, to: 1 }, fromMessage: '', toMessage: '' });
const all = range(MESSAGES + 1);

beforeAll(async () => {
  services = await startServices({ only: ['projector', 'context-builder'] });
  database = await Database.open({ url: services.databaseUrl, applicationName: 'spec', poolSize: 2 });
  const conversation = new ConversationClient(services.url, `long-${randomUUID()}`);
  const messages = Array.from({ length: MESSAGES }, (_, index) => ({
    role: index % 10 === 4 ? 'system' : 'user',
    content: `number ${index} \u{1F9EA}`.repeat(1 + (index % 7)),
  }));
  await conversation.append(
    messages,
    messages.map((_, index) => `m${index}`),
  );
  await conversation.settled(MESSAGES);
  key = { tenant: 'default', conversation: conversation.id };
}, 60_000);

afterAll(async () => {
  await database.close();
  await services.stop();
});

beforeEach(() => {
  reader = new CountingReader(database);
});

async function whole(text: CoveredText, of: Parameters<CoveredText['page']>[1], limit: number) {
  const pages: TextPage[] = [];
  for (let next: number | null = 0; next !== null;) {
    const page: TextPage = await text.page(key, of, { offset: next, limit });
    pages.push(page);
    next = page.next;
  }
  return { pages, joined: pages.map(({ text: part }) => part).join('') };
}

it('is the same text in pages of any size, from any process, without pinned messages', async () => {
  const { joined, pages } = await whole(new CoveredText(reader), range(101), 1_000_000);
  expect(pages).toHaveLength(1);
  expect(pages[0]?.total).toBe(Array.from(joined).length);
  const blocks = joined.split('\n\n');
  expect(blocks).toHaveLength(90);
  expect(blocks[0]).toBe('[user ref="m0"]\nnumber 0 \u{1F9EA}');
  expect(blocks.at(-1)).toMatch(/^\[user ref="m99"\]\nnumber 99 /);
  expect(joined).not.toContain('ref="m4"');
  for (const limit of [7, 33, 1000]) {
    expect((await whole(new CoveredText(reader), range(101), limit)).joined).toBe(joined);
  }
  const middle = { offset: 1234, limit: 77 };
  const page = await new CoveredText(reader).page(key, range(101), middle);
  expect(page.text).toBe(Array.from(joined).slice(1234, 1311).join(''));
});

it('reads for a page what it shows and a bounded number more, however long the range is', async () => {
  const text = new CoveredText(reader);
  const first = await text.page(key, all, { offset: 0, limit: 500 });
  expect(first).toMatchObject({ offset: 0, total: null, next: 500 });
  expect(reader.read).toBeLessThanOrEqual(250);
  const { pages, joined } = await whole(text, all, 2000);
  expect(pages.at(-1)).toMatchObject({ total: Array.from(joined).length, next: null });
  reader.read = 0;
  const late = await text.page(key, all, { offset: pages.at(-2)?.offset ?? 0, limit: 500 });
  expect(late).toMatchObject({ total: pages.at(-1)?.total });
  expect(reader.read).toBeLessThanOrEqual(75);
});

it('has nothing beyond the end, and says so where the end was asked for exactly', async () => {
  const text = new CoveredText(reader);
  const { total } = await text.page(key, range(31), { offset: 0, limit: 1 });
  if (total === null) throw new Error('a short text was not counted');
  expect(await text.page(key, range(31), { offset: 0, limit: total })).toMatchObject({ next: null });
  expect(await text.page(key, range(31), { offset: 0, limit: total - 1 })).toMatchObject({ next: total - 1 });
  const past = { text: '', offset: total + 5, total, next: null };
  expect(await text.page(key, range(31), { offset: total + 5, limit: 10 })).toEqual(past);
});

it('says of a message that was erased that it was, and goes on', async () => {
  class Forgetful extends PostgresConversationReader {
    override async messages(of: ConversationKey, after: number, limit: number) {
      const found = await super.messages(of, after, limit);
      return found.map((one) => (one.eventId === 'm1' ? { ...one, payload: null, salt: null } : one));
    }
  }
  const { text } = await new CoveredText(new Forgetful(database)).page(key, range(4), {
    offset: 0,
    limit: 999,
  });
  expect(text.split('\n\n')).toEqual([
    '[user ref="m0"]\nnumber 0 \u{1F9EA}',
    '[message ref="m1"]\n[message m1 was erased]',
    expect.stringMatching(/^\[user ref="m2"\]\nnumber 2 /),
  ]);
});
