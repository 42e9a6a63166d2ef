import fc from 'fast-check';
import {
  countedLive,
  cover,
  endExemptions,
  isLive,
  liveCount,
  liveStretches,
  nothingCovered,
  uncover,
  type Coverage,
} from './coverage';

const SIZE = 12;

it('covers, uncovers as exempt, and counts exempt messages again on demand', () => {
  const covered = cover(nothingCovered, 0, 6);
  expect([liveCount(covered, 10), countedLive(covered, 10)]).toEqual([4, 4]);
  const revoked = uncover(covered, 2, 6);
  expect([liveCount(revoked, 10), countedLive(revoked, 10)]).toEqual([8, 4]);
  const again = endExemptions(revoked);
  expect([liveCount(again, 10), countedLive(again, 10)]).toEqual([8, 8]);
  expect(again).toEqual({ through: 2, gaps: [] });
});

it('leaves a hole where a range begins beyond the covered part', () => {
  const covered = cover(cover(nothingCovered, 0, 2), 5, 8);
  expect(liveStretches(covered, 10)).toEqual([
    { from: 2, to: 5, exempt: false },
    { from: 8, to: 10 },
  ]);
});

it('keeps neighbouring gaps of one kind as one', () => {
  const covered = cover(cover(cover(nothingCovered, 0, 3), 3, 6), 6, 9);
  const revoked = uncover(uncover(covered, 0, 3), 3, 6);
  expect(revoked.gaps).toEqual([{ from: 0, to: 6, exempt: true }]);
});

/** The same algebra on one flag a message. */
type Flags = ('live' | 'exempt' | 'covered')[];

const step = fc.record({
  kind: fc.constantFrom('cover', 'uncover', 'end' as const),
  from: fc.nat(SIZE - 1),
  length: fc.integer({ min: 1, max: SIZE }),
});

it('agrees with one flag for each message, whatever is covered and revoked', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let coverage: Coverage = nothingCovered;
      const flags: Flags = Array.from({ length: SIZE }, () => 'live');
      for (const { kind, from, length } of steps) {
        const to = Math.min(SIZE, from + length);
        const inside = flags.slice(from, to);
        if (kind === 'cover') {
          coverage = cover(coverage, from, to);
          flags.fill('covered', from, to);
        } else if (kind === 'uncover' && inside.every((flag) => flag === 'covered')) {
          coverage = uncover(coverage, from, to);
          flags.fill('exempt', from, to);
        } else if (kind === 'end') {
          coverage = endExemptions(coverage);
          flags.forEach((flag, at) => (flags[at] = flag === 'exempt' ? 'live' : flag));
        }
        const all = Array.from({ length: SIZE }, (_, ordinal) => ordinal);
        expect(all.map((ordinal) => isLive(coverage, ordinal))).toEqual(
          flags.map((flag) => flag !== 'covered'),
        );
        expect(liveCount(coverage, SIZE)).toBe(flags.filter((flag) => flag !== 'covered').length);
        expect(countedLive(coverage, SIZE)).toBe(flags.filter((flag) => flag === 'live').length);
        const stretches = liveStretches(coverage, SIZE).flatMap(({ from: first, to: end }) =>
          all.slice(first, end),
        );
        expect(stretches).toEqual(all.filter((ordinal) => flags[ordinal] !== 'covered'));
      }
    }),
    { numRuns: 500 },
  );
});
