import * as fc from 'fast-check';
import { DocumentFault } from './document-fault';
import { DocumentScanner } from './document-scanner';

const LISTS = ['messages', 'input'];

/** The raw entries of a document that is read in pieces of these sizes, over and over; and its body. */
function scanned(text: string, sizes: readonly number[] = [1 << 20], listNames: readonly string[] = LISTS) {
  const bytes = Buffer.from(text);
  const scanner = new DocumentScanner(listNames);
  const found: { start: number; text: string }[] = [];
  const keep = (entries: ReturnType<typeof scanner.scan>): void =>
    entries.forEach((entry) => found.push({ start: entry.start, text: entry.bytes.toString() }));
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    // A buffer that is used again, as a reader of files does it.
    const chunk = Buffer.from(bytes.subarray(at, at + size));
    keep(scanner.scan(chunk));
    chunk.fill(0x21);
    at += size;
  }
  keep(scanner.end());
  for (const { start, text: entry } of found) {
    expect(bytes.subarray(start, start + Buffer.byteLength(entry)).toString()).toBe(entry);
  }
  return { texts: found.map((entry) => entry.text), body: scanner.body?.toString() ?? null };
}

const textsOf = (text: string, ...rest: [sizes?: number[], names?: string[]]) => scanned(text, ...rest).texts;

function faultOf(text: string, sizes: readonly number[] = [1 << 20]): [string, number] | null {
  try {
    scanned(text, sizes).texts.forEach((entry) => JSON.parse(entry));
    return null;
  } catch (error) {
    if (error instanceof SyntaxError) return ['within an entry', 0];
    if (!(error instanceof DocumentFault)) throw error;
    return [error.message, error.offset];
  }
}

const a = '{"role":"user","content":"a ]} \\" \\\\", "n": 12345678901234567890, "x": [1, {"y": []}]}';
const b = '{ "content":"é 🚀 \\u00e9" }';

describe('the entries of a document keep their bytes', () => {
  test.each([
    ['a list', `[${a},\n ${b} ]\n`],
    ['a body, its list anywhere', `{"model":"m","messages":[${a}, ${b}], "system": ["]}"]}`],
    ['lines, with blank ones and another end of line', `\n${a}\r\n\n  ${b}  `],
  ])('of %s', (_, text) => {
    expect(textsOf(text)).toEqual([a, b]);
    expect(textsOf(text, [1])).toEqual([a, b]);
  });

  test('of one object, over lines too', () => {
    const pretty = JSON.stringify(JSON.parse(b), null, 2);
    expect(textsOf(`${pretty}\n`, [1])).toEqual([pretty]);
  });

  test('of an empty list, or body, none', () => {
    expect(textsOf(' [ ] ')).toEqual([]);
    expect(textsOf('{"messages":[]}')).toEqual([]);
  });
});

describe('a body', () => {
  test('is given with its list empty', () => {
    const { body } = scanned(`{"system": "s", "messages" : [${a}] , "tools":[1]}`, [3]);
    expect(body).toBe('{"system": "s", "messages" : [] , "tools":[1]}');
  });

  test('is one where what should be a list is something else', () => {
    expect(scanned('{"input":"hello"}')).toEqual({ texts: [], body: '{"input":"hello"}' });
  });

  test('is an entry where no list has a name', () => {
    expect(scanned('{"messages":[{}]}', [2], []).texts).toEqual(['{"messages":[{}]}']);
  });
});

test.each([
  ['', 'not JSON: the text is empty', 0],
  ['3', 'expected a list, an object, or an object a line', 0],
  ['[{}', 'not JSON: the text ends before everything is closed', 3],
  ['[{},]', 'not JSON: expected an entry', 4],
  ['[,{}]', 'not JSON: expected an entry', 1],
  ['[{} {}]', 'not JSON: expected a comma or the closing bracket', 4],
  ['[{},3]', 'entry 1 is not an object', 4],
  ['[{}] x', 'not JSON: expected the end of the text', 5],
  ['{"a":1,}', 'not JSON: expected a name in double quotes', 7],
  ['{"a" 1}', 'not JSON: expected a colon', 5],
  ['{"a":}', 'not JSON: expected a value', 5],
  ['{"é":"é","a":tru}', 'not JSON: a text or name stands without double quotes', 15],
  ['{"a":1 "b":2}', 'not JSON: expected a comma or the closing brace', 7],
  ['{} {}', 'not JSON: expected the end of the line', 3],
  ['{}\n[]', 'entry 1 is not an object', 3],
  ['{\n}\n{}', 'not JSON: expected the end of the text', 4],
  ['{"messages":[{}],"input":[{}]}', '"input" is a second list of entries', 25],
])('%j is refused where it is wrong', (text, message, offset) => {
  expect(faultOf(text)).toEqual([message, offset]);
  expect(faultOf(text, [1])).toEqual([message, offset]);
});

const objects = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' }), {
  maxKeys: 4,
});
const texts = fc
  .tuple(fc.array(objects, { maxLength: 6 }), fc.constantFrom(0, 1, '\t'))
  .map(([list, indent]) => list.map((object) => JSON.stringify(object, null, indent)));
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
const space = fc.constantFrom('', ' ', '\n', '\r\n\t ');

test('any entries are found again, wherever chunks cut the document', () => {
  fc.assert(
    fc.property(texts, sizes, space, (entries, chunks, between) => {
      const list = `[${between}${entries.join(`${between},${between}`)}${between}]`;
      expect(textsOf(list, chunks)).toEqual(entries);
      const apart = JSON.stringify({ 'sys]tem': entries }).slice(1, -1);
      const body = scanned(`{${between}${apart},"messages":${list}${between}}`, chunks);
      expect(body).toEqual({ texts: entries, body: `{${between}${apart},"messages":[]${between}}` });
    }),
  );
});

test('any entries a line are found again, wherever chunks cut the document', () => {
  const lines = fc
    .array(objects, { minLength: 1, maxLength: 6 })
    .map((list) => list.map((each) => JSON.stringify(each)));
  fc.assert(
    fc.property(lines, sizes, space, (entries, chunks, between) => {
      expect(textsOf(entries.join(`\n${between}\n`), chunks, [])).toEqual(entries);
    }),
  );
});

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

test('a document with one byte changed is refused where that made it no JSON, whatever the chunks', () => {
  const sample = '{"system":"s","messages":[{"a":[1,"x"],"b":{}},{"c":null}],"n":-1.5e3}';
  const signs = fc.constantFrom('', '"', ',', '[', '}', 'x', '0', '\n');
  fc.assert(
    fc.property(fc.nat(sample.length - 1), signs, sizes, (at, sign, chunks) => {
      const text = sample.slice(0, at) + sign + sample.slice(at + 1);
      const fault = faultOf(text, chunks);
      expect(fault !== null || isJson(text)).toBe(true);
      // A list of what are no objects is JSON, and is refused all the same.
      const isSaid = fault === null || / is not an object$|second list/.test(fault[0]);
      expect(isSaid || !isJson(text)).toBe(true);
      expect(fault).toEqual(faultOf(text));
    }),
    { numRuns: 400 },
  );
});
