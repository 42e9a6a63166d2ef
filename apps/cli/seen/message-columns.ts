import { column, type Column } from '../display/column';
import type { Display } from '../display/display';
import { members } from '../rendering';
import { oneLine } from '../figures';

/** The most of a text that one row shows, also where no terminal ends it. */
const WORDS = 100;
/** Columns below which ids are cut too: their beginnings name them as well. */
const NARROW = 100;
const SHORT_ID = 12;
const LONG_ID = 40;

/** A row a message: what it is, who says it, its place and id, its size, what it says. */
export function messageColumns({ style }: Display): Column[] {
  const longest = style.width !== null && style.width < NARROW ? SHORT_ID : LONG_ID;
  const textOf = (row: unknown, name: string): string => String(members(row)[name] ?? '');
  const place = (row: unknown): string => {
    const { position } = members(row);
    return typeof position === 'number' ? `#${position}` : '';
  };
  return [
    column.text('Kind', 'kind'),
    column.text('Role', 'role'),
    column.text('Place', place),
    column.text('Id', (row) => oneLine(textOf(row, 'event'), longest)),
    column.number('Tokens', 'tokens'),
    column.prose('What it says', (row) => oneLine(textOf(row, 'text'), WORDS)),
  ];
}
