import fc from 'fast-check';
import { cutText } from './cut-text';

it('cuts "This is a very long message" to 26 characters', () => {
  expect(cutText('This is a very long message', 26)).toBe('This is [...11...] message');
});

it('leaves a text that is not longer, and keeps the start alone where the placeholder has no room', () => {
  expect(cutText('short', 5)).toBe('short');
  expect(cutText('This is a very long message', 9)).toBe('This is a');
  expect(cutText('This is a very long message', 10)).toBe('[...27...]');
  expect(cutText('abc', 0)).toBe('');
});

it('has exactly the target length in code points, and splits none', () => {
  const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 2_000 });
  fc.assert(
    fc.property(text, fc.nat(2_000), (whole, target) => {
      const points = Array.from(whole);
      const cut = Array.from(cutText(whole, target));
      expect(cut).toHaveLength(Math.min(target, points.length));
      if (points.length <= target) return;
      const [, removed] = cut.join('').match(/\[\.\.\.(\d+)\.\.\.\]/) ?? [];
      if (removed === undefined) return;
      const kept = points.length - Number(removed);
      const start = Math.ceil(kept / 2);
      expect(cut.slice(0, start)).toEqual(points.slice(0, start));
      expect(cut.slice(cut.length - kept + start)).toEqual(points.slice(points.length - kept + start));
    }),
  );
});
