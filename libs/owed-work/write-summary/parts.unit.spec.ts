import type { SummaryMessage } from '@verbatim/llm';
import * as fc from 'fast-check';
import { partsOf, slices } from './parts';

/** A token is four UTF-16 units, begun ones included. */
const count = async (text: string): Promise<number> => Math.ceil(text.length / 4);

const message = (ref: string, text: string): SummaryMessage => ({ ref, role: 'user', text });

it('fills a part before it begins another, and cuts between messages', async () => {
  const messages = ['a', 'b', 'c', 'd', 'e'].map((ref) => message(ref, 'x'.repeat(100)));
  const parts = await partsOf({ previousSummaries: ['before'], messages }, 100, count);
  expect(parts.map((part) => part.messages.map(({ ref }) => ref))).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  expect(parts.map(({ previousSummaries }) => previousSummaries)).toEqual([['before'], [], []]);
});

it('cuts a text at the end of a line or a word where there is one near', () => {
  expect(slices('The quick brown fox jumps', 11)).toEqual(['The quick ', 'brown fox ', 'jumps']);
  expect(slices('a b c d e\nf g h', 11)).toEqual(['a b c d e\n', 'f g h']);
  expect(slices('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij']);
});

const lone = /\p{Surrogate}/u;

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.constant('😀'.repeat(150)),
  fc.constant('<&>'.repeat(100)),
  fc.lorem({ maxCount: 20, mode: 'sentences' }),
);

it('loses nothing, repeats nothing, keeps the order and splits no code point, for any material', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyText, { maxLength: 3 }),
      fc.array(anyText, { maxLength: 6 }),
      fc.integer({ min: 30, max: 200 }),
      async (previousSummaries, texts, room) => {
        const messages = texts.map((text, index) => message(`m${index}`, text));
        const parts = await partsOf({ previousSummaries, messages }, room, count);
        const pieces = parts.flatMap((part) => part.messages);
        for (const { ref, text } of messages) {
          const own = pieces.filter((piece) => piece.ref === ref).map((piece) => piece.text);
          expect(own.length).toBeGreaterThan(0);
          expect(own.join('')).toBe(text);
          expect(own.some((piece) => lone.test(piece))).toBe(lone.test(text));
        }
        expect(parts.flatMap((part) => part.previousSummaries).join('')).toBe(previousSummaries.join(''));
        const refs = pieces.map(({ ref }) => ref);
        expect(refs).toEqual(refs.toSorted());
        for (const { tokens } of parts) expect(tokens).toBeLessThanOrEqual(room);
      },
    ),
    { numRuns: 100 },
  );
});
