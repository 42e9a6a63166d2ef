import * as fc from 'fast-check';
import { canonical, compact, depth, JsonText, withoutProperties, withProperty } from '.';

/** JSON texts as producers write them: any values, with white space between tokens in many places. */
const jsonTexts = fc
  .tuple(fc.json({ maxDepth: 4, stringUnit: 'binary' }), fc.constantFrom('', ' ', '\n\t', '\r\n  '))
  .map(([text, space]) => space + JSON.stringify(JSON.parse(text), null, space.length) + space);

function sliceOf(text: string, name: string): string | undefined {
  return JsonText.parse(text).property(name)?.slice();
}

describe('JSON as text', () => {
  it('keeps what parsing loses', () => {
    const text = String.raw`{ "n": 12345678901234567890, "one": 1.0, "keys": {"2":1, "1":2}, "s": "\u00e9 \/ \ud800" }`;
    expect(sliceOf(text, 'n')).toBe('12345678901234567890');
    expect(sliceOf(text, 'one')).toBe('1.0');
    expect(sliceOf(text, 'keys')).toBe('{"2":1, "1":2}');
    expect(sliceOf(text, 's')).toBe(String.raw`"\u00e9 \/ \ud800"`);
  });

  it('takes the last of duplicate names, as JSON.parse does', () => {
    expect(sliceOf(String.raw`{"a":1,"\u0061":2}`, 'a')).toBe('2');
  });

  it('gives each value once, as part of what it lies in', () => {
    const root = JsonText.parse('{"a":[{"b":null},2],"__proto__":{"c":1}}');
    const { a, ...rest } = root.value() as { a: unknown[] };
    expect(root.property('a')?.elements()[0]?.value()).toBe(a[0]);
    expect(root.property('__proto__')?.value()).toEqual({ c: 1 });
    expect(Object.keys(rest)).toEqual(['__proto__']);
  });

  it('gives each of duplicate names its own value', () => {
    const members = JsonText.parse('{"a":1,"a":[2],"b":3}').members();
    expect(members.map(({ value }) => value.value())).toEqual([1, [2], 3]);
  });

  it('is not fooled by quotes, brackets and backslashes in strings', () => {
    const text = JSON.stringify({ a: '"}],{', 'b\\': ['\\', '\\"', ']'], c: 3 });
    expect(sliceOf(text, 'c')).toBe('3');
    expect(JsonText.parse(text).property('b\\')?.elements()).toHaveLength(3);
  });

  it.each([
    ['{"a": 1,}', 'not JSON: expected a name in double quotes at line 1, column 9'],
    ['{\n  // no\n  "a": 1 }', 'not JSON: comments are not allowed at line 2, column 3'],
    ['[1 2]', 'not JSON: expected "," at line 1, column 4'],
    ['[\n1', 'not JSON: expected "]" at line 2, column 2'],
    ['{"a" 1}', 'not JSON: expected ":" at line 1, column 6'],
    ['', 'not JSON: it is empty'],
    ['{} 1', 'not JSON: expected the end of the text at line 1, column 4'],
    ['{"a":1} x', 'not JSON: a text or name stands without double quotes at line 1, column 9'],
  ])('refuses %j and says where', (text, where) => {
    expect(() => JsonText.parse(text)).toThrow(SyntaxError);
    expect(() => JsonText.parse(text)).toThrow(where);
  });

  it('agrees with JSON.parse about every value, member and element', () => {
    fc.assert(
      fc.property(jsonTexts, (text) => {
        const root = JsonText.parse(text);
        const value: unknown = JSON.parse(text);
        expect(JSON.parse(root.slice())).toEqual(value);
        expect(root.elements().map((element) => element.value())).toEqual(Array.isArray(value) ? value : []);
        for (const member of root.members()) {
          expect(root.property(member.name)?.value()).toEqual(Object(value)[member.name]);
        }
        expect(new Set(root.members().map(({ name }) => name)).size).toBe(
          root.kind === 'object' ? Object.keys(Object(value)).length : 0,
        );
      }),
    );
  });

  it('reads a megabyte of members, and depth without end', () => {
    const wide = `{${Array.from({ length: 60_000 }, (_, at) => `"k${at}":"\\\\\\""`).join(', ')}}`;
    expect(JsonText.parse(wide).members()).toHaveLength(60_000);
    const deep = '['.repeat(500_000) + ']'.repeat(500_000);
    expect(JsonText.parse(deep).elements()[0]?.slice()).toHaveLength(999_998);
    expect(depth(deep)).toBe(500_000);
    expect(depth('['.repeat(1_000_000))).toBe(1_000_000);
    expect(() => JsonText.parse('['.repeat(1_000_000))).toThrow(SyntaxError);
  });
});

describe('compact', () => {
  it('removes white space between tokens and nothing else', () => {
    expect(compact(' { "a b" : [ 1.0 ,\n"\\" }" ] } ')).toBe('{"a b":[1.0,"\\" }"]}');
  });

  it('changes no value, and gives the text JSON.stringify writes', () => {
    fc.assert(
      fc.property(jsonTexts, (text) => {
        expect(compact(text)).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });
});

describe('depth', () => {
  it.each([
    ['1', 0],
    ['"[[["', 0],
    ['[]', 1],
    ['{"a":[{}],"b":[]}', 3],
  ])('of %s is %d', (text, expected) => {
    expect(depth(text)).toBe(expected);
  });
});

describe('canonical', () => {
  it('is the form of RFC 8785, section 3.2.4', () => {
    const text = String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],
      "string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`;
    expect(canonical(text)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],` +
        String.raw`"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it('orders names by UTF-16 units', () => {
    const text = String.raw`{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7,"10":8,"2":9}`;
    expect(Object.keys(JSON.parse(text) as object)).toContain('€');
    expect(canonical(text)).toBe('{"\\r":2,"1":4,"10":8,"2":9,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}');
  });

  it('takes what other programs cannot write: numbers out of range, lone surrogates', () => {
    expect(canonical(String.raw`[1e400,"\ud800"]`)).toBe(String.raw`[null,"\ud800"]`);
  });
});

describe('editing', () => {
  const object = JsonText.parse('{ "a" : 1.0 , "b": [ 2 ],  "a":3 ,\n "c" : "x" }');

  it.each([
    [['z'], object.slice()],
    [['b'], '{ "a" : 1.0 , "a":3 ,\n "c" : "x" }'],
    [['a'], '{ "b": [ 2 ],  "c" : "x" }'],
    [['c'], '{ "a" : 1.0 , "b": [ 2 ],  "a":3 }'],
    [['a', 'b', 'c'], '{  }'],
  ])('without %j leaves the rest as it was', (names, expected) => {
    expect(withoutProperties(object, names)).toBe(expected);
  });

  it('replaces a value in place, once', () => {
    expect(withProperty(object, 'b', '"new"')).toBe('{ "a" : 1.0 , "b": "new",  "a":3 ,\n "c" : "x" }');
    expect(withProperty(object, 'a', '9')).toBe('{ "b": [ 2 ],  "a":9 ,\n "c" : "x" }');
  });

  it('appends a name that is not there', () => {
    expect(withProperty(object, 'd', '4')).toBe('{ "a" : 1.0 , "b": [ 2 ],  "a":3 ,\n "c" : "x","d":4 }');
    expect(withProperty(JsonText.parse('{ }'), 'd', '4')).toBe('{"d":4}');
  });

  it('has the effect that it would have on the parsed object', () => {
    const objects = fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__', 'd'), fc.jsonValue());
    fc.assert(
      fc.property(objects, fc.subarray(['a', 'b', '__proto__']), (members, names) => {
        const text = JSON.stringify(members, null, 1);
        const left = Object.entries(JSON.parse(text) as object).filter(([name]) => !names.includes(name));
        const edited = withoutProperties(JsonText.parse(text), names);
        expect(JSON.parse(edited)).toEqual(Object.fromEntries(left));
        const set = JSON.parse(withProperty(JsonText.parse(text), 'c', '[7]')) as object;
        expect(Object.fromEntries(Object.entries(set))).toEqual({ ...(JSON.parse(text) as object), c: [7] });
      }),
    );
  });
});
