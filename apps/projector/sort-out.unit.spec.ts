import { createSecretKey } from 'node:crypto';
import { noLimits } from '@verbatim/conversation';
import { SigningKeys, type LogRecord } from '@verbatim/event-log';
import { readRecords, type ReadLogRecord } from './read-events';
import { sortOut } from './sort-out';

const keys = new SigningKeys([{ id: 'ours', secret: createSecretKey(Buffer.from('secret')) }]);
const others = new SigningKeys([{ id: 'later', secret: createSecretKey(Buffer.from('other')) }]);
const event = { type: 'CheckpointRevoked', id: 'r', subject: 'c', data: { checkpoint: 'x' } };

function read(offset: number, by: SigningKeys, data: object = event.data): ReadLogRecord {
  const value = Buffer.from(JSON.stringify({ ...event, data }));
  const headers = keys.sign({ key: '', value }).headers ?? {};
  const record: LogRecord = { topic: 't', partition: 0, offset, timestamp: 0, key: null, value, headers };
  const [found] = readRecords([record], noLimits, { keys: by, acceptUnsigned: false });
  if (!found) throw new Error('nothing was read');
  return { ...found, counted: null };
}

/** As the journal has it. */
function known({ read: { kind, ...found } }: ReadLogRecord) {
  if (kind === 'unreadable' || !('envelope' in found)) throw new Error('unreadable');
  const { tenant, conversation, id: eventId, type } = found.envelope;
  return { tenant, conversation, eventId, type, bodyHash: Buffer.from(found.bodyHash, 'hex') };
}

it('does not journal a record again that comes when the keys are others, whichever way it was judged', () => {
  const [accepted, refused] = [read(7, keys), read(7, others)];
  expect(accepted.read.kind).toBe('event');
  expect(refused.read.kind).toBe('ignored');
  expect(sortOut([refused], [known(accepted)])).toEqual({ fresh: [], letters: [], duplicates: 1 });
  expect(sortOut([accepted], [known(refused)])).toEqual({ fresh: [], letters: [], duplicates: 1 });
});

it('journals a forged one beside the real one, and the real one after the forged one', () => {
  const [forged, real] = [read(8, others, { checkpoint: 'y' }), read(7, keys)];
  expect(sortOut([forged], [known(real)]).fresh).toEqual([forged]);
  expect(sortOut([real], [known(forged)]).fresh).toEqual([real]);
});

it('gives an unreadable record to the tenant that it names', () => {
  const letterOf = (value: object) => {
    const place = { topic: 't', partition: 0, offset: 3, timestamp: 0, key: null, headers: {} };
    const record: LogRecord = { ...place, value: Buffer.from(JSON.stringify(value)) };
    const rule = { keys, acceptUnsigned: false };
    const found = readRecords([record], noLimits, rule).map((each) => ({ ...each, counted: null }));
    return sortOut(found, []).letters;
  };
  expect(letterOf({ tenantid: 'b' })).toMatchObject([{ kind: 'unreadable', tenant: 'b', eventId: null }]);
  expect(letterOf({ tenantid: '' })).toMatchObject([{ kind: 'unreadable', tenant: null }]);
});

it('takes the first of two events that a service derived one id for, and no operator’s second', () => {
  const created = (text: string): ReadLogRecord => {
    const value = Buffer.from(JSON.stringify({ ...event, type: 'BulkRetired', data: { text } }));
    const headers = keys.sign({ key: '', value }).headers ?? {};
    const place = { topic: 't', partition: 0, offset: 1, timestamp: 0, key: null };
    const [found] = readRecords([{ ...place, value, headers }], noLimits, { keys, acceptUnsigned: false });
    if (!found) throw new Error('nothing was read');
    return { ...found, counted: null };
  };
  expect(sortOut([created('a'), created('b')], [])).toMatchObject({ letters: [], duplicates: 1 });
  const second = read(9, keys, { checkpoint: 'y' });
  expect(sortOut([second], [known(read(7, keys))]).letters).toMatchObject([{ code: 'event-conflict' }]);
});
