import type { Column } from './column';
import { widthOf } from './width';

/** Between two columns. */
export const GAP = '  ';

/** No column of prose gives way beyond this, and no other text beyond that. */
const LEAST_PROSE = 12;
const LEAST_TEXT = 8;

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
  const widths = columns.map(({ heading }, index) =>
    Math.max(widthOf(heading), ...cells.map((row) => widthOf(row[index] ?? ''))),
  );
  if (available === null) return widths;
  const gaps = GAP.length * (columns.length - 1);
  let excess = widths.reduce((sum, one) => sum + one, gaps) - available;
  const giveWay = (may: (column: Column) => boolean, least: number): void => {
    while (excess > 0) {
      const widest = widestOf(widths, (index) => may(columns[index]!) && widths[index]! > least);
      if (widest === -1) return;
      widths[widest] = widths[widest]! - 1;
      excess -= 1;
    }
  };
  giveWay(({ shrinks }) => shrinks, LEAST_PROSE);
  giveWay(({ kind }) => kind === 'text', LEAST_TEXT);
  return excess > 0 ? null : widths;
}

function widestOf(widths: readonly number[], may: (index: number) => boolean): number {
  return widths.reduce(
    (found, width, index) => (may(index) && (found === -1 || width > widths[found]!) ? index : found),
    -1,
  );
}
