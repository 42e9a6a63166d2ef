import { noLimits } from '@verbatim/conversation';
import { policy } from '@verbatim/conversation/testing';
import { openSigningKeys } from '@verbatim/conversation-store';
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

it('counts a message in the encoding of the policy at its own position, wherever batches end', async () => {
  const keys = await openSigningKeys(test.owner);
  const place = { topic: CONVERSATION_EVENTS, partition: 0, offset: 0, timestamp: 0, key: null, headers: {} };
  const said = (subject: string, id: string): LogRecord => {
    const content = 'unverschämt naïve 顧客の質問 '.repeat(5);
    const event = { type: 'MessageAppended', id, subject, data: { role: 'user', content } };
    return { ...place, value: Buffer.from(JSON.stringify(event)) };
  };
  const assigned = (subject: string, id: string, encoding: string): LogRecord => ({
    ...place,
    ...signed(keys, JSON.stringify({ ...policy({ encoding }), id, subject })),
  });
  const history = (subject: string): LogRecord[] => [
    said(subject, 'first'),
    assigned(subject, 'to cl100k', 'cl100k_base'),
    said(subject, 'second'),
    assigned(subject, 'to o200k', 'o200k_base'),
    said(subject, 'third'),
  ];
  const projector = new ConversationProjector({
    store: test.store,
    log: new PostgresEventLog(test.owner),
    counter: new TiktokenCounter(),
    limits: noLimits,
    signatures: { keys, acceptUnsigned: false },
    group: 'projectors',
    owner: 'one',
  });
  const handle = (...records: LogRecord[]): Promise<void> =>
    projector.handle({ topic: CONVERSATION_EVENTS, partition: 0, records, nextOffset: 0 });
  await projector.claim({ topic: CONVERSATION_EVENTS, partition: 0, low: 0, high: 0 });
  for (const record of history('one by one')) await handle(record);
  await handle(...history('at once'));

  const countsOf = (conversation: string): Promise<unknown[]> =>
    test.owner.query(
      `SELECT event.event_id, event.encoding, event.tokens, item.tokens AS shown
       FROM journal AS event JOIN conversation_items AS item USING (tenant, conversation, position)
       WHERE conversation = $1 ORDER BY position`,
      [conversation],
    );
  const counted = await countsOf('at once');
  expect(counted).toMatchObject([
    { event_id: 'first', encoding: 'o200k_base' },
    { event_id: 'second', encoding: 'cl100k_base' },
    { event_id: 'third', encoding: 'o200k_base' },
  ]);
  expect(counted).toEqual(await countsOf('one by one'));
});
