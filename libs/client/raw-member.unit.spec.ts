import fc from 'fast-check';
import { rawMember } from './raw-member';

it('gives the text of a member as it stands', () => {
  const text =
    '{ "a\\"b" : [1, {"body": 2}], "body" :  {"n": 12345678901234567890, "one": 1.0, "s": "},\\\\"} }';
  expect(rawMember(text, 'body')).toBe('{"n": 12345678901234567890, "one": 1.0, "s": "},\\\\"}');
  expect(rawMember(text, 'a"b')).toBe('[1, {"body": 2}]');
});

it('knows a member that is not there', () => {
  expect(rawMember('{"a":{"body":1}}', 'body')).toBeUndefined();
  expect(rawMember('{}', 'body')).toBeUndefined();
  expect(rawMember('"body"', 'body')).toBeUndefined();
});

it('finds every member of any object', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(0, 2), (object, space) => {
      const text = JSON.stringify(object, null, space);
      for (const [name, value] of Object.entries(JSON.parse(text) as object)) {
        expect(JSON.parse(rawMember(text, name) ?? '')).toEqual(value);
      }
    }),
  );
});
