import * as fc from 'fast-check';
import { fromColumn, fromJsonColumn, toColumn, toJsonColumn } from './text-column';

/** Texts made of what the escape treats specially, in every order. */
const awkward = fc
  .array(
    fc.constantFrom(
      '\0',
      '\ud83d',
      '\ude00',
      '\\',
      'u',
      '0000',
      '005c',
      'd83d',
      'u0000',
      'u005c',
      'udead',
      '"',
      '😀',
      'é',
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''));
const text = fc.oneof(awkward, fc.string({ unit: 'binary' }));

describe('a text column', () => {
  it('gives every text back', () => {
    fc.assert(fc.property(text, (given) => expect(fromColumn(toColumn(given))).toBe(given)));
  });

  it('holds only what Postgres stores', () => {
    fc.assert(fc.property(text, (given) => expect(toColumn(given)).not.toMatch(/\0|\p{Surrogate}/u)));
  });

  it.each(['', 'plain', 'é 😀', String.raw`C:\users\d8 \n \u00e9 \ux`, '\u0001\ufffd\n'])(
    'holds ordinary text as it is: %j',
    (ordinary) => expect(toColumn(ordinary)).toBe(ordinary),
  );

  it('shows what it cannot hold', () => {
    expect(toColumn('a\0b\ud83dc')).toBe(String.raw`a\u0000b\ud83dc`);
    expect(toColumn(String.raw`\u0000`)).toBe(String.raw`\u005cu0000`);
  });
});

it('a json column gives every value back', () => {
  const value = fc
    .jsonValue({ maxDepth: 3 })
    .chain((json) => fc.dictionary(text, fc.constantFrom(json, 'a\0')));
  fc.assert(
    fc.property(value, (given) => {
      expect(fromJsonColumn(JSON.parse(toJsonColumn(given)))).toEqual(JSON.parse(JSON.stringify(given)));
    }),
  );
});
