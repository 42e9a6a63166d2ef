import type { VerbatimError } from '@verbatim/conversation';
import type { StoredEvent } from '@verbatim/conversation-store';
import { messageOf } from './stored-data';

function stored(event: object, fields: Partial<StoredEvent> = {}): StoredEvent {
  const record = { id: 'e1', type: 'MessageAppended', subject: 'c', ...event };
  return {
    tenant: 'default',
    conversation: 'c',
    position: 2,
    eventId: 'e1',
    type: record.type,
    dataversion: 1,
    source: null,
    time: null,
    causationId: null,
    correlationId: null,
    bodyHash: Buffer.alloc(32),
    mode: 'structured',
    recordKey: null,
    headers: null,
    payload: Buffer.from(JSON.stringify(record)),
    salt: Buffer.alloc(16),
    link: Buffer.alloc(32),
    tokens: null,
    encoding: null,
    ignored: null,
    log: null,
    receivedAt: new Date(0),
    ...fields,
  };
}

const said = { data: { role: 'user', content: 'hello' } };

function refusalOf(event: StoredEvent): [string, string] {
  try {
    messageOf(event);
  } catch (error) {
    const { code, message } = error as VerbatimError;
    return [code, message];
  }
  throw new Error('it was read');
}

it('reads a message with its role, raw text and parts', () => {
  expect(messageOf(stored(said))).toMatchObject({
    role: 'user',
    messageText: '{"role":"user","content":"hello"}',
    message: { parts: [{ type: 'text', text: 'hello' }] },
  });
});

it.each([
  [
    'another event',
    stored({ type: 'RunStarted', data: {} }),
    'message-not-found',
    'not a message: it is RunStarted',
  ],
  ['an erased one', stored(said, { payload: null, salt: null }), 'message-erased', 'message e1 was erased'],
  [
    'an invalid one',
    stored({ data: { role: 'robot' } }),
    'event-ignored',
    'message e1 cannot be read: data.role: "robot"',
  ],
  ['one without a value', stored(said, { payload: null }), 'event-ignored', 'the record has no value'],
  ['a newer one', stored({ ...said, dataversion: 9 }), 'projection-parked', 'version 9'],
])('says what is wrong with %s', (_, event, code, detail) => {
  const [found, message] = refusalOf(event);
  expect(found).toBe(code);
  expect(message).toContain(detail);
});
