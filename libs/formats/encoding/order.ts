/** What is so stands first; apart from that, the order stays. */
export function withFirst<T>(values: readonly T[], isSo: (value: T) => boolean): T[] {
  return [...values.filter(isSo), ...values.filter((value) => !isSo(value))];
}

/** Values that follow each other and belong together by `areOne`, in runs. */
export function runsOf<T>(values: readonly T[], areOne: (before: T, value: T) => boolean): T[][] {
  const runs: T[][] = [];
  let before: T | undefined;
  for (const value of values) {
    if (before !== undefined && areOne(before, value)) runs.at(-1)?.push(value);
    else runs.push([value]);
    before = value;
  }
  return runs;
}
