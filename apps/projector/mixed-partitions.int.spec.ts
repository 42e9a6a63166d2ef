import { noLimits } from '@verbatim/conversation';
import { openSigningKeys } from '@verbatim/conversation-store';
import { CONVERSATION_EVENTS, PostgresEventLog, type LogRecord } from '@verbatim/event-log';
import { TiktokenCounter } from '@verbatim/tokens';
import {
  openTestProjection,
  type ProjectionUnderTest,
} from '../../libs/conversation-store/postgres/projection/projection-under-test';
import { ConversationProjector } from './conversation-projector';

let test: ProjectionUnderTest;
beforeAll(async () => {
  test = await openTestProjection();
});
afterAll(() => test.close());

function record(partition: number, id: string, conversation: string): LogRecord {
  const event = { type: 'MessageAppended', id, subject: conversation, data: { role: 'user', content: id } };
  const value = Buffer.from(JSON.stringify(event));
  return { topic: CONVERSATION_EVENTS, partition, offset: 0, timestamp: 0, key: null, value, headers: {} };
}

it('tells of a conversation that comes through another partition than before, not of a duplicate', async () => {
  const told: unknown[] = [];
  const projector = new ConversationProjector({
    store: test.store,
    log: new PostgresEventLog(test.owner),
    counter: new TiktokenCounter(),
    limits: noLimits,
    signatures: { keys: await openSigningKeys(test.owner), acceptUnsigned: false },
    group: 'projectors',
    owner: 'one',
    onMixed: ({ conversation }, partition) => told.push([conversation, partition]),
  });
  const handle = async (partition: number, ...records: LogRecord[]): Promise<void> => {
    await projector.claim({ topic: CONVERSATION_EVENTS, partition, low: 0, high: 0 });
    await projector.handle({ topic: CONVERSATION_EVENTS, partition, records, nextOffset: 0 });
  };
  await handle(0, record(0, 'a', 'mixed'), record(0, 'b', 'mixed'), record(0, 'a', 'sent twice'));
  await handle(1, record(1, 'a', 'sent twice'), record(1, 'a', 'another'));
  expect(told).toEqual([]);
  await handle(2, record(2, 'c', 'mixed'), record(2, 'd', 'mixed'));
  expect(told).toEqual([['mixed', 2]]);
});
