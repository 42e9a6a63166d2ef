/** The candidate closest to `name` by edits, ignoring case, or null where none is within `most` of them. */
export function nearestName(
  name: string,
  candidates: Iterable<string>,
  most = Math.max(2, Math.floor(name.length / 3)),
): string | null {
  let best: string | null = null;
  let bestDistance = most + 1;
  for (const candidate of candidates) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Up to `count` candidates, the closest first. */
export function nearestNames(name: string, candidates: Iterable<string>, count: number): string[] {
  const left = new Set(candidates);
  const found: string[] = [];
  while (found.length < count) {
    const near = nearestName(name, left);
    if (near === null) break;
    found.push(near);
    left.delete(near);
  }
  return found;
}

const LONGEST = 64;

/** As `nearestName` for what a producer wrote, of any length: fewer edits make a short name another one. */
export function likelyMeant(name: string, candidates: Iterable<string>): string | null {
  if (name.length < 3 || name.length > LONGEST) return null;
  const comparable = [...candidates].filter(({ length }) => length >= 3 && length <= LONGEST);
  return nearestName(name, comparable, Math.floor(name.length / 3));
}

/** Levenshtein's distance, one row of the table at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (letter === b[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? a.length;
}
