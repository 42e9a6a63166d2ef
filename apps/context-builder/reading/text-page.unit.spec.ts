import fc from 'fast-check';
import { countCharacters, textPage } from './text-page';

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom('a', '\u{1F9EA}', 'é', '\n', '\0', '\uD83D', '\uDE00'), maxLength: 60 }),
);

it('pages joined are the text, none is longer than its limit, and all but the last are full', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 9 }), (whole, limit) => {
      const pages: string[] = [];
      for (let next: number | null = 0; next !== null;) {
        const page = textPage(whole, { offset: next, limit });
        expect([page.offset, page.total]).toEqual([next, Array.from(whole).length]);
        const isLast = page.offset + countCharacters(page.text) === page.total;
        expect(page.next).toBe(isLast ? null : next + limit);
        pages.push(page.text);
        next = page.next;
      }
      expect(pages.join('')).toBe(whole);
      expect(pages.every((page) => Array.from(page).length <= limit)).toBe(true);
    }),
  );
});

it('counts code points and never splits one', () => {
  expect(textPage('a\u{1F9EA}b', { offset: 1, limit: 1 })).toEqual({
    text: '\u{1F9EA}',
    offset: 1,
    total: 3,
    next: 2,
  });
});

it('has nothing beyond the end', () => {
  expect(textPage('abc', { offset: 9, limit: 2 })).toEqual({ text: '', offset: 9, total: 3, next: null });
});
