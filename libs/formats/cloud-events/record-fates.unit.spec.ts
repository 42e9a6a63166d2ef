import { defaultLimits } from '@verbatim/conversation';
import { readRecord } from './read-record';
import { data, fate, hash, minimal, read } from './records.fixture';

const emptyParts = (length: number) => Array.from({ length }, () => ({ type: 'text', text: '' }));
const toolCall = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } };
const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const nested = (depth: number) =>
  `{"type":"MessageAppended","subject":"c","data":{"role":"user","content":"","x":${lists(depth)}}}`;

describe('a record that names a conversation', () => {
  it.each([
    [{ ...minimal, type: 'Smoke\0' }, String.raw`event-type-unknown type: Smoke\u0000 is not known`],
    [{ ...minimal, type: 'constructor' }, 'event-type-unknown type: constructor is not known'],
    [
      { ...minimal, type: 'ConversationForked' },
      'event-unsupported type: ConversationForked is kept but not acted on yet',
    ],
    [{ type: 'RunStarted', subject: 'c' }, 'event-invalid data is missing'],
    [{ type: 'RunStarted', subject: 'c', data: {} }, 'event-invalid data.runId is missing'],
    [
      { type: 'ConversationDescribed', subject: 'c', data: { title: 'x'.repeat(513) } },
      'event-invalid data.title: too big: expected string to have <=512 characters',
    ],
    [
      { type: 'ConversationDescribed', subject: 'c', data: { metadata: { a: 'x'.repeat(513) } } },
      'event-invalid data.metadata.a: longer than 512 characters',
    ],
    [
      { type: 'ConversationDescribed', subject: 'c', data: { metadata: { a: { b: 1 } } } },
      'event-invalid data.metadata.a: expected string or number or boolean, got object',
    ],
    [{ ...minimal, specversion: '0.3' }, 'event-invalid specversion: "0.3" is not read, only 1.x'],
    [{ ...minimal, id: 7 }, 'event-invalid id: expected string, got number'],
    [{ ...minimal, dataversion: 2 ** 40 }, 'event-invalid dataversion: 1099511627776 is over 2147483647'],
    [{ ...minimal, dataversion: 'one' }, 'event-invalid dataversion: expected a number, got "one"'],
    [
      { ...minimal, data: { role: 'user', contents: 'hello' } },
      'event-invalid data.content is missing, but there is "contents": did you mean "content"?',
    ],
    [
      { ...minimal, data: { role: 'user', content: [{ type: 'text', txt: 'hello' }] } },
      'event-invalid data.content[0].text is missing, but there is "txt": did you mean "text"?',
    ],
    [
      { ...minimal, data: { role: 'asistant', content: 'hello' } },
      'event-invalid data.role: "asistant" is not a role (system, developer, user, assistant, tool): did you mean "assistant"?',
    ],
    [
      { ...minimal, type: 'MessageApended' },
      'event-type-unknown type: MessageApended is not known: did you mean MessageAppended?',
    ],
    [
      { type: 'RunStarted', subject: 'c', dta: {} },
      'event-invalid data is missing, but there is "dta": did you mean "data"?',
    ],
  ])('is ignored with the reason: %j', (value, reason) => {
    expect(fate(value)).toBe(`ignored ${reason}`);
  });

  it('is read where two of its calls have one id: the view repairs that', () => {
    expect(fate({ ...minimal, data: { role: 'assistant', tool_calls: [toolCall, toolCall] } })).toBe('event');
  });

  it('keeps the room that events of our own services need, however small the limits for producers are', () => {
    const small = { ...defaultLimits, eventBytes: 300, idCharacters: 8 };
    const own = {
      type: 'CheckpointRevoked',
      subject: 'c',
      id: 'x'.repeat(40),
      data: { checkpoint: 'y'.repeat(400) },
    };
    const record = (value: object) => ({
      value: Buffer.from(JSON.stringify(value)),
      headers: {},
      key: null,
      origin: 'o',
    });
    expect(readRecord(record(own), small)).toMatchObject({ kind: 'event', envelope: { id: own.id } });
    expect(readRecord(record({ ...minimal, id: own.id }), small)).toMatchObject({ code: 'too-large' });
  });

  it('parks its conversation where a known type is newer, folded yet or not', () => {
    expect(read({ ...minimal, dataversion: 2, data: 'of the future' })).toMatchObject({
      kind: 'newer',
      type: 'MessageAppended',
      dataversion: 2,
    });
    expect(read({ ...minimal, dataversion: '3', type: 'TopicStarted' })).toMatchObject({
      kind: 'newer',
      dataversion: 3,
    });
  });

  it('is ignored in binary mode when its value is no JSON', () => {
    const headers = { ce_type: 'MessageAppended', ce_subject: 'c1' };
    expect(fate(Buffer.from([0xff]), headers)).toBe('ignored event-invalid data is not UTF-8');
    expect(fate('{', headers)).toMatch(/^ignored event-invalid data is not JSON: /);
    expect(fate(null, headers)).toBe('ignored event-invalid data is missing');
    expect(hash('{', headers)).not.toBe(hash('[', headers));
  });
});

describe('a record that names none is unreadable', () => {
  it.each([
    ['garbage', 'not json', /^unreadable event-invalid the value is not JSON/],
    ['a tombstone', null, /the record has no value$/],
    ['a list', [minimal], /the value is not an object: array$/],
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), /the value is not UTF-8$/],
    ['no subject', { type: 'x', data }, /subject is missing$/],
    [
      'a subject misspelled',
      { type: 'x', subjet: 'c', data },
      /subject is missing, but there is "subjet": did you/,
    ],
    ['no type', { subject: 'x', data }, /type is missing$/],
    ['a tenant that is no text', { ...minimal, tenantid: {} }, /tenantid: expected a text, got object$/],
    ['a subject with NUL', { ...minimal, subject: 'a\0' }, /subject: NUL/],
    [
      'a subject over the limit',
      { ...minimal, subject: 'x'.repeat(257) },
      /^unreadable too-large subject: over 256/,
    ],
  ])('%s', (_, value, expected) => {
    expect(fate(value)).toMatch(expected);
  });

  it.each([
    ['b', { ...minimal, subject: '', tenantid: 'b' }],
    ['b', { subject: 'c', tenantid: 'b' }],
    [null, { ...minimal, subject: '' }],
    [null, { ...minimal, tenantid: 7 }],
    [null, { ...minimal, tenantid: 'b\0' }],
    [null, { ...minimal, tenantid: 'x'.repeat(257) }],
    [null, 'not json'],
  ])('but may name the tenant %p all the same', (tenant, value) => {
    expect(read(value)).toMatchObject({ kind: 'unreadable', tenant });
  });
});

describe('limits', () => {
  it.each([
    ['text bytes', 'é'.repeat(256 * 1024), 'é'.repeat(256 * 1024 + 1)],
    ['parts', emptyParts(256), emptyParts(257)],
  ])('%s', (_, most, tooMuch) => {
    expect(read({ ...minimal, data: { role: 'user', content: most } }).kind).toBe('event');
    expect(fate({ ...minimal, data: { role: 'user', content: tooMuch } })).toMatch(/^ignored too-large data/);
  });

  it('parts, before their schema looks at each', () => {
    const wrong = { ...minimal, data: { role: 'user', content: Array(300).fill(1) } };
    expect(fate(wrong)).toBe('ignored too-large data.content: 300 parts, the limit is 256');
  });

  it('nesting', () => {
    expect(read(nested(31)).kind).toBe('event');
    expect(fate(nested(32))).toBe('ignored too-large data: nested deeper than 32');
    expect(fate(nested(400_000))).toMatch(/^ignored too-large/);
    expect(fate(`{"type":"x","subject":${'['.repeat(90_000)}${']'.repeat(90_000)}}`)).toMatch(/^unreadable/);
    expect(
      fate(`{"type":"RunStarted","subject":"c","dataversion":${'['.repeat(90_000)}${']'.repeat(90_000)}}`),
    ).toMatch(/^ignored/);
  });

  it('the whole record, journaled under its own id all the same', () => {
    const big = { ...minimal, id: 'big', x: 'x'.repeat(defaultLimits.eventBytes) };
    expect(read(big)).toMatchObject({
      kind: 'ignored',
      code: 'too-large',
      envelope: { id: 'big', conversation: 'c1' },
    });
  });

  it('tenant, conversation and id that an index could not take together make a short id', () => {
    const wide = '😀'.repeat(256);
    expect(read({ ...minimal, tenantid: wide, subject: wide, id: wide })).toMatchObject({
      kind: 'ignored',
      code: 'too-large',
      envelope: { id: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) },
    });
  });

  it('ids count code points; a longer one is the same short one each time', () => {
    expect(read({ ...minimal, id: '😀'.repeat(256) }).kind).toBe('event');
    const long = read({ ...minimal, id: '😀'.repeat(257) });
    expect(long).toMatchObject({
      kind: 'ignored',
      code: 'too-large',
      envelope: { id: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) },
    });
    expect(read({ ...minimal, id: '😀'.repeat(257) })).toEqual(long);
  });
});
