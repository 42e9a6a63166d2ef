import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { Tiktoken } from 'js-tiktoken/lite';
import cl100k from 'js-tiktoken/ranks/cl100k_base';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { type Encoding, TiktokenCounter, TOKENISER_VERSION } from '..';

const reference: Record<Encoding, Tiktoken> = {
  o200k_base: new Tiktoken(o200k),
  cl100k_base: new Tiktoken(cl100k),
};
const expected = (text: string, encoding: Encoding): number =>
  reference[encoding].encode(text, [], []).length;

const code = readFileSync(join(__dirname, 'tiktoken-counter.ts'), 'utf8');
const prose =
  "It's the summariser's job, they'll say; we DON'T agree. Über-naïve façade — 3,141,592 times…\r\n\r\n  So what?";
const samples: Record<string, string> = {
  nothing: '',
  prose,
  code,
  json: JSON.stringify(
    { path: '/src/a.ts', lines: [1, 22, 333, 4444], nested: { ok: true, text: prose } },
    null,
    2,
  ),
  emoji: '👩‍👩‍👧‍👦 🇩🇪 👍🏽 😀😀😀 e\u0301',
  cjk: '请总结一下这个对话。東京は日本の首都です。한국어도 있습니다.',
  'special tokens': 'before <|endoftext|> after <|endofprompt|><|fim_prefix|>',
  'lone surrogates and NUL': 'a\ud800b\udc00\udfff \u0000 c',
  'white space': ' \t\t\n\n   x \u00a0\u3000 \n    ',
};

describe.each<Encoding>(['o200k_base', 'cl100k_base'])('counting in %s', (encoding) => {
  const counter = new TiktokenCounter();

  test.each(Object.entries(samples))('gives the number js-tiktoken gives: %s', async (_, text) => {
    expect(await counter.count(text, encoding)).toBe(expected(text, encoding));
  });

  test('gives the number js-tiktoken gives for any short text', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.string({
        unit: fc.integer({ max: 0xffff, min: 0 }).map((unit) => String.fromCharCode(unit)),
        maxLength: 60,
      }),
    );
    await fc.assert(
      fc.asyncProperty(text, async (sample) => {
        expect(await counter.count(sample, encoding)).toBe(expected(sample, encoding));
      }),
      { numRuns: 300 },
    );
  });

  test('gives the number js-tiktoken gives for texts of several windows, wherever the windows end', async () => {
    for (let shift = 0; shift < 6; shift++) {
      const text = 'x'.repeat(shift) + `${prose}\n${samples['cjk']}`.repeat(1000);
      expect(text.length).toBeGreaterThan(2 * 64 * 1024);
      expect(await counter.count(text, encoding)).toBe(expected(text, encoding));
    }
  });

  test('gives a sound number for a piece far too long to encode at once', async () => {
    const first = await counter.count('a'.repeat(16_000), encoding);
    expect(first).toBe(125 * expected('a'.repeat(128), encoding));
    expect(await new TiktokenCounter().count('a'.repeat(16_000), encoding)).toBe(first);
    const signs = `.${'😀'.repeat(100)}`;
    expect(await counter.count(signs, encoding)).toBe(expected(signs, encoding));
  });
});

test('a text of millions of letters does not overflow the pattern', async () => {
  expect(await new TiktokenCounter().count('日A'.repeat(4_000_000), 'o200k_base')).toBe(8_000_000);
});

test('a long count lets other work take its turn', async () => {
  const counter = new TiktokenCounter();
  await counter.count('load', 'o200k_base');
  let turns = 0;
  let counting = true;
  const turn = (): void => {
    turns++;
    if (counting) setImmediate(turn);
  };
  setImmediate(turn);
  await counter.count('word '.repeat(100_000), 'o200k_base');
  counting = false;
  expect(turns).toBeGreaterThan(2);
});

test('the version recorded is that of the package installed', () => {
  expect(TOKENISER_VERSION).toMatch(/^js-tiktoken@1\.\d+\.\d+$/);
});
