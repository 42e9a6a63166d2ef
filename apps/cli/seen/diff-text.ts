import { column, type Column } from '../display/column';
import type { Display } from '../display/display';
import { members, valueAt } from '../rendering';
import type { Diff } from './answers';
import { counted, figure, oneLine } from '../figures';

const WORDS = 40;

/** What another call shows otherwise: circumstances first, then what came, what went and what is shown in another way. */
export function diffText(diff: Diff, display: Display): string {
  const { from, to, added, removed, replaced, why } = diff;
  const title = `From call ${from.ordinal} to call ${to.ordinal}`;
  const figures = [added, removed, replaced].map(({ length }) => figure(length));
  const reasons = why.map(({ count, detail }) => ({ count: count ?? null, detail }));
  return [
    `\n${display.bold(title)}: ${figures[0]} added, ${figures[1]} removed, ${figures[2]} replaced\n`,
    reasons.length === 0
      ? ''
      : display.table(reasons, [column.number('Messages', 'count'), column.prose('Why', 'detail')]),
    section('Added', added, changedColumns, display),
    section('Removed', removed, changedColumns, display),
    section('Replaced', replaced, replacedColumns, display),
  ].join('');
}

function section(
  title: string,
  rows: readonly unknown[],
  columns: readonly Column[],
  display: Display,
): string {
  return rows.length === 0
    ? ''
    : display.section(`${title}: ${counted(rows.length, 'message')}`) + display.table(rows, columns);
}

const words = (path: string) => (row: unknown) => oneLine(String(valueAt(row, path) ?? ''), WORDS);

const place = column.text('Place', (row) => {
  const { position } = members(row);
  return typeof position === 'number' ? `#${position}` : '';
});

const why = column.prose('Why', 'reason.detail');

const changedColumns: readonly Column[] = [
  column.text('Kind', 'kind'),
  column.text('Role', 'role'),
  place,
  column.number('Tokens', 'tokens'),
  column.prose('What it says', words('text')),
  why,
];

const replacedColumns: readonly Column[] = [
  column.text('Role', 'role'),
  place,
  column.text('Was', 'before.kind'),
  column.text('Is', 'after.kind'),
  column.number('Tokens were', 'before.tokens'),
  column.number('Are', 'after.tokens'),
  column.prose('What it says', words('after.text')),
  why,
];
