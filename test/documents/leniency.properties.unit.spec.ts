import { formatNames } from '@verbatim/conversation';
import { format as formatOf, JsonText } from '@verbatim/formats';
import fc from 'fast-check';
import { allNatives } from '../fuzz/formats';
import { dataTextOf } from '../fuzz/native';
import { problemOf } from './compiled';
import { fateOf } from './fate';
import { goldenEvents } from './golden-events';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Path = readonly (string | number)[];

/** Of the types that are acted on: the others are never taken. */
const released = goldenEvents.flatMap(({ event }) =>
  fateOf(event) === 'event' ? [event as unknown as Json] : [],
);

/** Messages as producers of a format write them, odd ones among them. */
const messages = allNatives.map(({ format, odd }) =>
  odd.map((native) => messageEvent(dataTextOf(format, native))),
);

function messageEvent(dataText: string): Json {
  return { type: 'MessageAppended', subject: 'c', data: JSON.parse(dataText) as Json };
}

function pathsIn(value: Json): Path[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]): Path[] => {
    const step = Array.isArray(value) ? Number(key) : key;
    return [[step], ...pathsIn(inner).map((path) => [step, ...path])];
  });
}

/** The value with what stands at the path replaced, or gone where `by` is undefined. */
function changed(value: Json, [step, ...rest]: Path, by: Json | undefined): Json {
  if (step === undefined || value === null || typeof value !== 'object') return value;
  const copy = structuredClone(value) as Record<string | number, Json>;
  const inner = rest.length === 0 ? by : changed(copy[step] ?? null, rest, by);
  if (inner === undefined) delete copy[step];
  else copy[step] = inner;
  return copy as Json;
}

const odd: (Json | undefined)[] = [
  undefined,
  null,
  true,
  0,
  1,
  -1,
  1.5,
  1e300,
  '',
  'x',
  '1',
  'user',
  [],
  {},
  [{}],
];

/** The event with up to two odd changes. */
const broken = fc.oneof(fc.constantFrom(...released), ...messages).chain((event) =>
  fc
    .array(fc.tuple(fc.constantFrom(...pathsIn(event)), fc.constantFrom(...odd)), { maxLength: 2 })
    // The reader makes a number of whatever stands for a version; only numbers and their text are promised.
    .map((changes) => changes.filter(([path]) => path[0] !== 'dataversion'))
    .map((changes) => changes.reduce((value, [path, by]) => changed(value, path, by), event)),
);

test('what the reader takes passes the schemas', () => {
  let taken = 0;
  fc.assert(
    fc.property(broken, (event) => {
      if (fateOf(event) !== 'event') return;
      taken += 1;
      expect(problemOf(event)).toBe('');
    }),
    { numRuns: 3000 },
  );
  expect(taken).toBeGreaterThan(500);
});

test.each(formatNames)('what stands apart in %s passes too', (name) => {
  const data = JsonText.parse(formatOf(name).systemData('"You are terse."')).value();
  const event = { type: 'MessageAppended', subject: 'c', data };
  expect(fateOf(event)).toBe('event');
  expect(problemOf(event)).toBe('');
});
