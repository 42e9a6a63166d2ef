/** A stretch of live messages below `through`, by ordinals, end exclusive. Exempt ones count toward no trigger. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  readonly exempt: boolean;
}

/**
 * Which unpinned messages active checkpoints cover: every ordinal below `through` except the gaps, which a revocation
 * leaves. All from `through` on are live. Its size depends on revocations, never on the history's length.
 */
export interface Coverage {
  readonly through: number;
  readonly gaps: readonly Gap[];
}

export const nothingCovered: Coverage = { through: 0, gaps: [] };

const length = (gap: { readonly from: number; readonly to: number }): number => gap.to - gap.from;
const sum = (lengths: readonly number[]): number => lengths.reduce((total, each) => total + each, 0);

/** Live messages of a conversation with that many unpinned ones. */
export function liveCount(coverage: Coverage, unpinned: number): number {
  return unpinned - coverage.through + sum(coverage.gaps.map(length));
}

/** Live messages that count toward triggers. */
export function countedLive(coverage: Coverage, unpinned: number): number {
  return sum(countedStretches(coverage, unpinned).map(length));
}

/** Whether a message counts toward triggers. */
export function isCounted(coverage: Coverage, ordinal: number): boolean {
  return isLive({ ...coverage, gaps: coverage.gaps.filter((gap) => !gap.exempt) }, ordinal);
}

export function isLive(coverage: Coverage, ordinal: number): boolean {
  return ordinal >= coverage.through || coverage.gaps.some((gap) => gap.from <= ordinal && ordinal < gap.to);
}

/** A checkpoint over [from, to) became active. */
export function cover(coverage: Coverage, from: number, to: number): Coverage {
  const hole = from > coverage.through ? [{ from: coverage.through, to: from, exempt: false }] : [];
  const gaps = [...coverage.gaps, ...hole].flatMap((gap) => [
    { ...gap, to: Math.min(gap.to, from) },
    { ...gap, from: Math.max(gap.from, to) },
  ]);
  return { through: Math.max(coverage.through, to), gaps: inOrder(gaps) };
}

/** A checkpoint over [from, to) was revoked: its messages are live again, and exempt. */
export function uncover(coverage: Coverage, from: number, to: number): Coverage {
  return { ...coverage, gaps: inOrder([...coverage.gaps, { from, to, exempt: true }]) };
}

/** A new policy counts every live message again. */
export function endExemptions(coverage: Coverage): Coverage {
  const gaps = inOrder(coverage.gaps.map((gap) => ({ ...gap, exempt: false })));
  const last = gaps.at(-1);
  return last?.to === coverage.through
    ? { through: last.from, gaps: gaps.slice(0, -1) }
    : { ...coverage, gaps };
}

/** Live stretches in order, the open end included, up to `unpinned`. */
export function liveStretches(coverage: Coverage, unpinned: number): { from: number; to: number }[] {
  return [...coverage.gaps, { from: coverage.through, to: unpinned }].filter((gap) => gap.from < gap.to);
}

/** Those of them that count toward triggers. */
export function countedStretches(coverage: Coverage, unpinned: number): { from: number; to: number }[] {
  const gaps = coverage.gaps.filter((gap) => !gap.exempt);
  return liveStretches({ ...coverage, gaps }, unpinned);
}

/** By ordinal, without empty ones; neighbours of one kind are one gap. */
function inOrder(gaps: readonly Gap[]): Gap[] {
  const ordered = gaps.filter((gap) => gap.from < gap.to).toSorted((one, other) => one.from - other.from);
  const merged: Gap[] = [];
  for (const gap of ordered) {
    const last = merged.at(-1);
    if (last?.to === gap.from && last.exempt === gap.exempt)
      merged[merged.length - 1] = { ...last, to: gap.to };
    else merged.push(gap);
  }
  return merged;
}
