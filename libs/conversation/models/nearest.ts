/** The three names that share most letter pairs with `name`, best first; ties keep their order. */
export function nearest(name: string, names: readonly string[]): string[] {
  const wanted = pairs(name);
  return names
    .map((candidate) => ({ candidate, likeness: likeness(wanted, pairs(candidate)) }))
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

function pairs(name: string): Set<string> {
  const letters = name.toLowerCase();
  return new Set(
    Array.from({ length: Math.max(letters.length - 1, 0) }, (_, at) => letters.slice(at, at + 2)),
  );
}

/** Dice's coefficient: 1 the same pairs, 0 none in common. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((pair) => b.has(pair)).length;
  return (2 * shared) / Math.max(a.size + b.size, 1);
}
