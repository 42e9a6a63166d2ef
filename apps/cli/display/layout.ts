import type { Column } from './column';
import { widthOf } from './width';

/** Between two columns. */
export const GAP = '  ';

/** No column of prose gives way beyond this, and no other text beyond that. */
const LEAST_PROSE = 6;
const LEAST_TEXT = 6;

interface Track {
  readonly column: Column;
  width: number;
}

/**
 * How wide each column is: as its widest cell. Where that is more than the terminal has, the widest column of prose
 * gives way, then the widest of text; numbers and times are never cut.
 * @returns null where the table cannot be made to fit
 */
export function columnWidths(
  columns: readonly Column[],
  cells: readonly (readonly string[])[],
  available: number | null,
): number[] | null {
  const tracks = columns.map((column, index): Track => {
    const widths = cells.map((row) => widthOf(row[index] ?? ''));
    return { column, width: widths.reduce((one, other) => Math.max(one, other), widthOf(column.heading)) };
  });
  if (available !== null) {
    const gaps = GAP.length * (columns.length - 1);
    const excess = tracks.reduce((sum, { width }) => sum + width, gaps) - available;
    const prose = tracks.filter(({ column }) => column.shrinks);
    const text = tracks.filter(({ column }) => column.kind === 'text');
    if (giveWay(text, LEAST_TEXT, giveWay(prose, LEAST_PROSE, excess)) > 0) return null;
  }
  return tracks.map(({ width }) => width);
}

/** Takes the excess from the widest, a column at a time. @returns what is left of it */
function giveWay(tracks: readonly Track[], least: number, excess: number): number {
  let left = excess;
  while (left > 0) {
    const able = tracks.filter(({ width }) => width > least);
    if (able.length === 0) break;
    const widest = able.reduce((one, other) => (other.width > one.width ? other : one));
    widest.width -= 1;
    left -= 1;
  }
  return left;
}
