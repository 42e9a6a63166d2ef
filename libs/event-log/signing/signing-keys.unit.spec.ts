import { createHmac, createSecretKey } from 'node:crypto';
import { inspect } from 'node:util';
import { SIGNATURE_HEADER, SigningKeys, type SigningKey } from './signing-keys';

const key = (id: string, secret = `secret of ${id}`): SigningKey => ({
  id,
  secret: createSecretKey(Buffer.from(secret)),
});

const old = key('2025');
const current = key('2026');
const value = Buffer.from('{"type":"CheckpointCreated"}');
const record = { key: 'default/c', value, headers: { other: Buffer.from('kept') } };

const keys = new SigningKeys([current, old]);
const signed = keys.sign(record);
const signature = String(signed.headers?.[SIGNATURE_HEADER]);

const verdict = (header: string, bytes: Buffer | null = value) =>
  keys.verify({ value: bytes, headers: { [SIGNATURE_HEADER]: Buffer.from(header) } });

it('signs the bytes of the value with the first key, and leaves the rest of the record as it is', () => {
  const mac = createHmac('sha256', 'secret of 2026').update(value).digest('base64url');
  expect(signed).toEqual({
    ...record,
    headers: { other: Buffer.from('kept'), [SIGNATURE_HEADER]: Buffer.from(`2026.${mac}`) },
  });
  expect(verdict(signature)).toBe('valid');
});

it('finds no signature where the record has none', () => {
  expect(keys.verify({ value, headers: { other: Buffer.from('x') } })).toBe('missing');
});

it('takes a signature of every key that it has, and of no other', () => {
  const bySecond = new SigningKeys([old]).sign(record);
  expect(keys.verify({ value, headers: bySecond.headers ?? {} })).toBe('valid');
  const byStranger = new SigningKeys([key('stranger')]).sign(record);
  expect(keys.verify({ value, headers: byStranger.headers ?? {} })).toBe('key-unknown');
  const bySameName = new SigningKeys([key('2026', 'another secret')]).sign(record);
  expect(keys.verify({ value, headers: bySameName.headers ?? {} })).toBe('invalid');
});

it('takes the earlier of two keys with one id', () => {
  const both = new SigningKeys([key('one', 'first'), key('one', 'second')]);
  expect(both.ids).toEqual(['one']);
  const { headers = {} } = both.sign(record);
  expect(both.verify({ value, headers })).toBe('valid');
});

it('refuses a stolen signature over other bytes, and over none', () => {
  expect(verdict(signature, Buffer.from(`${value.toString()} `))).toBe('invalid');
  expect(verdict(signature, null)).toBe('invalid');
});

it.each([
  ['a truncated one', signature.slice(0, -1)],
  ['a longer one', `${signature}A`],
  ['one with another first byte', signature.replace(/\.(.)/, (_, first) => (first === 'A' ? '.B' : '.A'))],
  ['no key id', signature.slice(signature.indexOf('.'))],
  ['a key id alone', '2026.'],
  ['nothing', ''],
  ['other letters', `2026.${'é'.repeat(43)}`],
  ['a line after it', `${signature}\n`],
])('refuses %s', (_, header) => {
  expect(verdict(header)).toBe('invalid');
});

it('shows no secret where it is printed', () => {
  expect(inspect(keys, { depth: 9 }) + JSON.stringify(keys)).not.toMatch(/secret of|7365637265/);
});
