import { CONVERSATION_EVENTS, recordKey } from '@verbatim/event-log';
import type { Queryable } from '@verbatim/postgres';
import { appendRecords } from '../../../libs/event-log/postgres/append-records';
import { waitUntil } from '../../support/kafka-rig/wait-until';
import { expectSound } from './support/expect-sound';
import { onEmbeddedLog } from './support/on-each-log';
import type { World } from './support/world';

jest.setTimeout(90_000);

const key = { tenant: 'default', conversation: 'racing' };
const PARTITION = 0;

function record(id: string, conversation = key.conversation) {
  const event = { id, type: 'MessageAppended', subject: conversation, data: { role: 'user', content: id } };
  return { key: recordKey(key.tenant, conversation), value: Buffer.from(JSON.stringify(event)) };
}

type Step = (session: Queryable) => Promise<unknown>;

/** A transaction that has done `first` and stays open. @returns what does its last step and commits it */
function open({ database }: World, first: Step): Promise<(last?: Step) => Promise<void>> {
  return new Promise((opened, failed) => {
    const ended = database.transaction(async (session) => {
      await first(session);
      const last = await new Promise<Step>((letGo) => {
        opened((step = async () => undefined) => {
          letGo(step);
          return ended;
        });
      });
      await last(session);
    });
    ended.catch(failed);
  });
}

const append = (session: Queryable, id: string) =>
  appendRecords(session, CONVERSATION_EVENTS, [{ record: record(id), partition: PARTITION }]);

async function projected(world: World, ...ids: string[]): Promise<void> {
  await waitUntil(`${ids.join()} are projected`, async () => {
    const { head } = (await world.reader.head(key)) ?? {};
    return head?.messages === ids.length;
  });
  const found = await world.conversation(key.conversation).messages();
  expect(found.map(({ id }) => id)).toEqual(ids);
}

const high = async ({ log }: World) => (await log.partitions(CONVERSATION_EVENTS))[PARTITION]?.high;

onEmbeddedLog('a later append that commits before an earlier one', (world) => {
  beforeEach(() => world().start('projector', 'context-builder'));

  const appendLater = () =>
    world().log.append(CONVERSATION_EVENTS, [{ ...record('later'), partition: PARTITION }]);

  const end = async (...ids: string[]): Promise<void> => {
    await projected(world(), ...ids);
    const { body } = await world().conversation(key.conversation).context();
    expect(body.messages.map(({ content }) => content)).toEqual(ids);
    await expectSound(world());
  };

  it('a transaction that has taken no offset yet comes after it, however old it is', async () => {
    const commit = await open(world(), (session) => session.query('SELECT pg_current_xact_id()'));
    expect(await appendLater()).toMatchObject([{ offset: 0 }]);
    await projected(world(), 'later');
    await commit((session) => append(session, 'earlier'));
    await end('later', 'earlier');
  });

  it('one that has taken its offset is waited for, in its partition alone; a cursor over ids would lose it', async () => {
    const { database, log } = world();
    await database.query('CREATE TABLE plain_log (id bigserial PRIMARY KEY, body text)');
    const plain = (session: Queryable, body: string) =>
      session.query('INSERT INTO plain_log (body) VALUES ($1)', [body]);
    let cursor = 0;
    const beyondCursor = async (): Promise<string[]> => {
      const rows = await database.query<{ id: string; body: string }>(
        'SELECT id, body FROM plain_log WHERE id > $1 ORDER BY id',
        [cursor],
      );
      cursor = Number(rows.at(-1)?.id ?? cursor);
      return rows.map(({ body }) => body);
    };

    const commit = await open(world(), async (session) => {
      await append(session, 'earlier');
      await plain(session, 'earlier');
    });
    await plain(database, 'later');
    const later = appendLater();
    await waitUntil('the later append waits for the counter', async () => {
      const waiting = await database.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
         AND query LIKE '%log_append%'`,
      );
      return waiting.length === 1;
    });
    const aside = { tenant: key.tenant, conversation: 'aside' };
    await log.append(CONVERSATION_EVENTS, [{ ...record('aside', aside.conversation), partition: 1 }]);
    await waitUntil('the other partition goes on', async () => (await world().reader.head(aside)) !== null);
    expect([await high(world()), await world().reader.head(key)]).toEqual([0, null]);
    expect(await beyondCursor()).toEqual(['later']);

    await commit();
    expect(await later).toMatchObject([{ offset: 1 }]);
    expect(await beyondCursor()).toEqual([]);
    await end('earlier', 'later');
  });

  it('one that is rolled back leaves no hole', async () => {
    const commit = await open(world(), (session) => append(session, 'earlier'));
    const later = appendLater();
    await expect(
      commit(async () => {
        throw new Error('changed its mind');
      }),
    ).rejects.toThrow('changed its mind');
    expect(await later).toMatchObject([{ offset: 0 }]);
    await end('later');
  });
});
