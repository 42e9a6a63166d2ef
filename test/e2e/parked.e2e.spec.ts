import { eventDefinitions } from '@verbatim/conversation';
import { PostgresConversationReader } from '@verbatim/conversation-store';
import { CONVERSATION_EVENTS, PostgresEventLog, recordKey, type OutgoingRecord } from '@verbatim/event-log';
import { Metrics } from '@verbatim/platform';
import { Database } from '@verbatim/postgres';
import { TiktokenCounter } from '@verbatim/tokens';
import { foldThrough } from '../../apps/context-builder/serving/folded-source';
import { startProjector } from '../../apps/projector';
import { eventually } from '../../libs/event-log/features/eventually';
import { type RunningServices, startServices } from '../support/services';

const key = { tenant: 'default', conversation: 'parked' };

const long = { tenant: 'default', conversation: 'parked for long' };
/** More than are read at once. */
const BEHIND = 600;

jest.setTimeout(60_000);

function message(id: string, dataversion: number, { tenant, conversation } = key): OutgoingRecord {
  const data = { role: 'user', content: `hello from ${id}` };
  const event = { id, type: 'MessageAppended', subject: conversation, dataversion, data };
  return { key: recordKey(tenant, conversation), value: Buffer.from(JSON.stringify(event)) };
}

describe('a conversation parked at an event of a newer version', () => {
  let services: RunningServices;
  let database: Database;

  beforeAll(async () => {
    services = await startServices({ only: [] });
    database = await Database.open({ url: services.databaseUrl, applicationName: 'test' });
  });

  afterAll(async () => {
    await database.close();
    await services.stop();
  });

  it('keeps what comes meanwhile, and is folded on from there by a version that knows it', async () => {
    const log = new PostgresEventLog(database);
    const reader = new PostgresConversationReader(database);
    const old = await startProjector(services.context);
    await log.append(CONVERSATION_EVENTS, [
      message('known', 1),
      message('newer', 2),
      message('newer still', 2),
    ]);
    const behind = Array.from({ length: BEHIND }, (_, number) => message(`behind ${number}`, 2, long));
    await log.append(CONVERSATION_EVENTS, behind);
    await eventually(async () => expect((await reader.head(long))?.journalPosition).toBe(1 + BEHIND));
    await eventually(async () => expect((await reader.head(key))?.journalPosition).toBe(4));
    const parked = await reader.head(key);
    expect(parked?.head).toMatchObject({ position: 2, messages: 1 });
    expect(parked?.parked).toMatchObject({ code: 'event-version-unknown' });
    expect(await reader.fate(key, 'newer still')).toMatchObject({ kind: 'journaled', status: 'parked' });
    await old.stop();

    const upgraded = jest.replaceProperty(eventDefinitions.MessageAppended, 'version', 2 as unknown as 1);
    const context = { ...services.context, metrics: new Metrics() };
    const fresh = await startProjector(context);
    await eventually(async () => expect((await reader.head(key))?.head.position).toBe(4));
    const resumed = await reader.head(key);
    expect(resumed).toMatchObject({ parked: null, head: { messages: 3 } });
    expect(resumed?.head.tokens).toBeGreaterThan(parked?.head.tokens ?? 0);
    await eventually(async () => expect((await reader.head(long))?.head.messages).toBe(BEHIND));
    const folded = await foldThrough(reader, long, 1 + BEHIND, new TiktokenCounter());
    expect((await reader.head(long))?.head).toEqual(folded.ws.head);
    await fresh.stop();
    upgraded.restore();
    await log.close();
  });
});
