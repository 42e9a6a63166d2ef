import { defaultLimits } from '@verbatim/conversation';
import type { StoredDeadLetter } from '@verbatim/conversation-store';
import { redrivenRecord, type Redrive } from './redriven-record';

const letter = (fields: Partial<StoredDeadLetter>): StoredDeadLetter => ({
  id: '17',
  kind: 'conflict',
  tenant: 'acme',
  conversation: 'c',
  eventId: 'taken',
  log: { topic: 'log', partition: 3, offset: 9 },
  error: { code: 'event-conflict', detail: '' },
  recordKey: Buffer.from('acme/c'),
  headers: {},
  raw: Buffer.from(''),
  bytes: 0,
  createdAt: new Date(0),
  settled: null,
  ...fields,
});
const again = (given: StoredDeadLetter, redrive: Partial<Redrive> = {}) =>
  redrivenRecord(given, { value: null, as: null, tenant: 'acme', limits: defaultLimits, ...redrive });

const data = '{ "role":"user", "content":"\u00e9", "big":9007199254740993 }';
const raw = Buffer.from(
  `{ "id" : "taken","tenantid":"acme","type":"MessageAppended","subject":"c",\n "data":${data} }`,
);

describe('a conflict', () => {
  it('is published under the place that it came from, its other bytes as they were', () => {
    const { record, event } = again(letter({ raw }));
    expect(record.value.toString()).toBe(raw.toString().replace('"taken"', '"log/3/9"'));
    expect(record).toMatchObject({ key: 'acme/c', headers: {} });
    expect(record.partition).toBeUndefined();
    expect(event).toEqual({ tenant: 'acme', conversation: 'c', eventId: 'log/3/9' });
    expect(again(letter({ raw }), { as: 'mine "1"' }).record.value.toString()).toContain(
      '"id" : "mine \\"1\\""',
    );
  });

  it('of binary mode has its id in the header; its value and other headers stay', () => {
    const headers = {
      ce_type: Buffer.from('MessageAppended'),
      ce_subject: Buffer.from('c'),
      ce_tenantid: Buffer.from('acme'),
      ce_id: Buffer.from('taken'),
      trace: Buffer.from([0, 255]),
    };
    const { record } = again(letter({ raw: Buffer.from(data), headers }));
    expect(record.value.toString()).toBe(data);
    expect(record.headers).toEqual({ ...headers, ce_id: Buffer.from('log/3/9') });
  });

  it('of our own services is not written anew: its signature would not fit', () => {
    const own = Buffer.from(
      '{"id":"taken","tenantid":"acme","type":"CheckpointRevoked","subject":"c","data":{"checkpoint":"k"}}',
    );
    expect(() => again(letter({ raw: own }))).toThrow('CheckpointRevoked comes from the operator');
  });
});

describe('an id that the projector would not take', () => {
  it.each([
    ['policy.default.0123456789abcdef.1', 'is for events of our own services'],
    ['checkpoint.1-2.0123456789abcdef.1', 'is for events of our own services'],
    ['x'.repeat(257), 'as: id: over 256 characters'],
    ['nul\0', 'as: id: NUL'],
    ['half \ud83d', 'as: id: NUL and lone surrogates'],
  ])('is refused: %j', (as, reason) => {
    expect(() => again(letter({ raw }), { as })).toThrow(reason);
    expect(() => again(letter({ raw }), { as })).toThrow(
      expect.objectContaining({ code: 'request-invalid' }),
    );
  });

  it('is refused in a header too, and where the record has it itself', () => {
    const headers = { ce_type: Buffer.from('MessageAppended'), ce_subject: Buffer.from('c') };
    const binary = { raw: Buffer.from(data), headers: { ...headers, ce_tenantid: Buffer.from('acme') } };
    expect(() => again(letter(binary), { as: 'nul\0' })).toThrow('as: id: NUL');
    const value = Buffer.from(raw.toString().replace('taken', 'policy.default.x'));
    const corrected = () => again(letter({ kind: 'unreadable', raw: null }), { value });
    expect(corrected).toThrow(expect.objectContaining({ code: 'event-invalid' }));
  });
});

it('goes to no other tenant, also where it is read by now, or only names one', () => {
  const forbidden = expect.objectContaining({ code: 'tenant-forbidden' });
  const other = raw.toString().replace('acme', 'other');
  const nameless = { kind: 'unreadable', tenant: null, conversation: null, eventId: null } as const;
  expect(() => again(letter({ ...nameless, raw: Buffer.from(other) }))).toThrow(forbidden);
  const unread = Buffer.from('{"tenantid":"other"}');
  expect(() => again(letter({ ...nameless, raw: unread }))).toThrow(forbidden);
  expect(again(letter({ ...nameless, raw: Buffer.from('{"tenantid":"acme"}') })).event).toBeNull();
});

describe('an unreadable record', () => {
  const unreadable = { kind: 'unreadable', tenant: null, conversation: null, eventId: null } as const;

  it('goes back as it is into its partition, also without a key', () => {
    const bytes = Buffer.from([0, 255]);
    const headers = { 'verbatim-signature': Buffer.from('k.s') };
    const { record, event } = again(letter({ ...unreadable, raw: bytes, recordKey: null, headers }));
    expect([record, event]).toEqual([{ key: '', value: bytes, headers, partition: 3 }, null]);
  });

  it('that can be read by now keeps its bytes and its id, or gets its place where it has none', () => {
    const named = again(letter({ ...unreadable, raw }));
    expect(named.record.value).toBe(raw);
    expect(named.event?.eventId).toBe('taken');
    const nameless = again(
      letter({ ...unreadable, raw: Buffer.from(raw.toString().replace('"taken"', 'null')) }),
    );
    expect(nameless.event?.eventId).toBe('log/3/9');
    expect(nameless.record.value.toString()).toBe(raw.toString().replace('"taken"', '"log/3/9"'));
  });

  it('without a value needs one, and an id has nowhere to go where nothing can be read', () => {
    expect(() => again(letter({ ...unreadable, raw: null }))).toThrow('redrive it with a corrected one');
    expect(() => again(letter(unreadable), { as: 'mine' })).toThrow('it cannot be given an id');
  });

  it('is corrected by a whole event: the headers that came with it are left out', () => {
    const headers = { ce_type: Buffer.from('MessageAppended') };
    const { record, event } = again(letter({ ...unreadable, headers }), { value: raw, as: 'mine' });
    expect(record.headers).toEqual({});
    expect(event).toEqual({ tenant: 'acme', conversation: 'c', eventId: 'mine' });
  });
});
