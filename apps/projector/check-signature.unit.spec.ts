import { createSecretKey } from 'node:crypto';
import { noLimits } from '@verbatim/conversation';
import { SIGNATURE_HEADER, SigningKeys, type LogRecord } from '@verbatim/event-log';
import { readRecords } from './read-events';

const keyOf = (id: string) => new SigningKeys([{ id, secret: createSecretKey(Buffer.from(id)) }]);
const keys = keyOf('ours');
const required = { keys, acceptUnsigned: false };
const unsignedToo = { keys, acceptUnsigned: true };

const place = { topic: 'events', partition: 3, offset: 17 };
const decision = 'checkpoint.0-90.0123456789abcdef.0';
const revoked = {
  type: 'CheckpointRevoked',
  id: 'r',
  subject: 'c',
  data: { checkpoint: 'x' },
};
const said = { type: 'MessageAppended', id: 'm', subject: 'c', data: { role: 'user', content: 'hello' } };

function record(event: object, headers: LogRecord['headers'] = {}): LogRecord {
  const value = Buffer.from(JSON.stringify(event));
  return { ...place, timestamp: 0, key: null, value, headers };
}

function signed(event: object, by = keys): LogRecord {
  const plain = record(event);
  return { ...plain, headers: by.sign({ key: '', value: plain.value ?? Buffer.alloc(0) }).headers ?? {} };
}

/** What becomes of a record, under which id, and which other id the journal may hold it under. */
function fate(of: LogRecord, rule = required): [string, string, string | null] {
  const [result] = readRecords([of], noLimits, rule);
  if (!result || result.read.kind === 'unreadable') throw new Error('unreadable');
  const { read, otherId } = result;
  return [read.kind === 'ignored' ? read.code : read.kind, read.envelope.id, otherId];
}

const origin = 'events/3/17';

it('takes an event of our own types that our services signed', () => {
  expect(fate(signed(revoked))).toEqual(['event', 'r', origin]);
});

it('ignores one that they did not, under its place in the log', () => {
  expect(fate(record(revoked))).toEqual(['signature-missing', origin, 'r']);
  expect(fate(signed(revoked, keyOf('stranger')))).toEqual(['signature-key-unknown', origin, 'r']);
  const stolen = record({ ...revoked, id: 'other' }, signed(revoked).headers);
  expect(fate(stolen)).toEqual(['signature-invalid', origin, 'other']);
});

it('takes one without a signature where that is allowed, but none with a wrong one', () => {
  expect(fate(record(revoked), unsignedToo)).toEqual(['event', 'r', origin]);
  expect(fate(signed(revoked, keyOf('stranger')), unsignedToo)[0]).toBe('signature-key-unknown');
});

it('judges one that is of a newer version, or not valid, by its signature first', () => {
  const newer = { ...revoked, dataversion: 99 };
  expect(fate(signed(newer))[0]).toBe('newer');
  expect(fate(record(newer))[0]).toBe('signature-missing');
  expect(fate(signed({ ...revoked, data: 7 }))[0]).toBe('event-invalid');
  expect(fate(record({ ...revoked, data: 7 }))[0]).toBe('signature-missing');
});

it('never takes one whose type stands outside of the signed bytes', () => {
  const { value, headers } = signed(revoked.data);
  const around = { ce_type: 'CheckpointRevoked', ce_subject: 'c', ce_id: 'r' };
  const binary = Object.entries(around).map(([name, text]) => [name, Buffer.from(text)]);
  const forged = { ...record({}), value, headers: { ...headers, ...Object.fromEntries(binary) } };
  expect(fate(forged)).toEqual(['signature-invalid', origin, 'r']);
});

it('asks no signature of producers, and minds none', () => {
  expect(fate(record(said))).toEqual(['event', 'm', null]);
  expect(fate(record(said, { [SIGNATURE_HEADER]: Buffer.from('x') }))).toEqual(['event', 'm', null]);
});

it.each([said, { ...said, type: 'Unknown' }, { ...said, data: 7 }])(
  'keeps the ids that our services derive from everybody else: %j',
  (event) => {
    const squatting = { ...event, id: decision };
    for (const rule of [required, unsignedToo]) {
      expect(fate(record(squatting), rule)).toEqual(['event-invalid', origin, null]);
    }
  },
);

it('ignores an event under an id that the projector gives, signed or not', () => {
  const id = 'policy.default.0123456789abcdef.1';
  expect(fate(record({ ...said, id }))).toEqual(['event-invalid', origin, null]);
  expect(fate(signed({ ...revoked, id }))).toEqual(['event-invalid', origin, id]);
});
