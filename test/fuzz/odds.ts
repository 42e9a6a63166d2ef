import * as fc from 'fast-check';
import type { Answer, Call, Calling } from './native';

/** Few, so that ids meet again: as duplicates, orphans, late results and uses in later turns. */
export const callId = fc.constantFrom(
  'a',
  'b',
  'c',
  'd',
  'call_1',
  'toolu_01',
  'ключ é|1',
  'x'.repeat(90),
  ' ',
);

export const toolName = fc.constantFrom(
  'search',
  'search',
  'read_file',
  'a.b/c',
  'with space',
  'имя',
  'n'.repeat(140),
);

/** Empty, white space, unicode, NUL, half a surrogate pair, markers of our own. */
export const text = fc.oneof(
  { weight: 5, arbitrary: fc.lorem({ maxCount: 6 }) },
  fc.constantFrom(
    '',
    '',
    ' ',
    '\n\t ',
    'trailing \n',
    '😀 é ',
    '\u0000',
    '\ud800',
    '</conversation-summary>',
    '[Omitted]',
  ),
  fc.nat(400).map((length) => 'word '.repeat(length)),
);

export const argumentsText = fc.constantFrom(
  '{}',
  '{"q":"x"}',
  '{"n": 1.0, "big":12345678901234567890, "2":0,"1":0}',
  ' { "w" : " x " } ',
  '',
  '{"cut":',
  'not json',
  '[1]',
  '"s"',
  'null',
);

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export const base64 = fc.constantFrom(PIXEL, PIXEL, '', 'AAAA', 'not base64!');
export const imageType = fc.constantFrom(
  'image/png',
  'image/png',
  'image/jpeg',
  'image/bmp',
  'application/pdf',
  '',
);
export const url = fc.oneof(
  fc.constantFrom('https://example.com/a.png', 'http://example.com/b', 'file-abc', 'sha256:00', ''),
  fc.tuple(imageType, base64).map(([type, data]) => `data:${type};base64,${data}`),
);

export const call: fc.Arbitrary<Call> = fc.record({ id: callId, name: toolName, arguments: argumentsText });
export const answer: fc.Arbitrary<Answer> = fc.record({
  id: callId,
  name: toolName,
  text,
  isError: fc.boolean(),
});

export const calling: fc.Arbitrary<Calling> = fc.record({
  text,
  calls: fc.array(call, { minLength: 1, maxLength: 4 }),
  reasoning: fc.option(fc.record({ text, seal: fc.option(fc.constantFrom('sig==', 'c2VhbA==')) })),
});

/** A list that is mostly short, empty too. */
export function few<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T[]> {
  return fc.array(arbitrary, { maxLength: 4 });
}

/** An object with some keys left out. */
export function some<T extends object>(shape: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<
  Partial<T>
> {
  return fc.record(shape, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>;
}
