/** What stands for `removed` characters in the middle of a text (SPEC 5). */
const placeholder = (removed: number): string => `[...${removed}...]`;

/**
 * A text of exactly `characters` code points: its start and its end, and between them how many were removed. Where even
 * that has no room the start alone; the text itself where it is not longer (SPEC 5).
 */
export function cutText(text: string, characters: number): string {
  const points = Array.from(text);
  if (points.length <= characters) return text;
  const kept = keptOf(points.length, characters);
  if (kept < 0) return points.slice(0, characters).join('');
  const start = Math.ceil(kept / 2);
  const end = kept - start;
  const tail = end === 0 ? [] : points.slice(-end);
  return [...points.slice(0, start), placeholder(points.length - kept), ...tail].join('');
}

/** How many characters stay beside the placeholder, whose own length grows with what is removed; below 0 without room. */
function keptOf(length: number, characters: number): number {
  const fits = (kept: number): boolean => kept + placeholder(length - kept).length <= characters;
  let kept = characters - placeholder(length).length;
  while (kept + 1 < length && fits(kept + 1)) kept += 1;
  return kept;
}
