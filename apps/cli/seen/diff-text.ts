import { column, type Column } from '../display/column';
import type { Display } from '../display/display';
import { counted, figure, oneLine } from '../figures';
import type { Diff } from './answers';
import { messageColumns } from './message-columns';
import { range } from './positions';
import { ruleText } from './rule-text';

type Changed = Diff['added'][number];
type Replaced = Diff['replaced'][number];

/** Above so many messages of one reason their range is named instead. */
const LISTED = 20;
const WORDS = 100;

/** What another call shows otherwise: what was different about the calls, then what changed, a table a reason. */
export function diffText(
  { from, to, added, removed, replaced, why }: Diff,
  display: Display,
  limit = LISTED,
): string {
  const figures = `${figure(added.length)} added, ${figure(removed.length)} removed, ${figure(replaced.length)} replaced`;
  const circumstances = why.filter(({ count }) => count === undefined).map(({ detail }) => `${detail}\n`);
  return [
    `\n${display.bold(`From call ${figure(from.ordinal)} to call ${figure(to.ordinal)}`)}: ${figures}\n`,
    ...circumstances,
    ...byReason(added).map((rows) => changedText('Added', rows, display, limit)),
    ...byReason(removed).map((rows) => changedText('Removed', rows, display, limit)),
    ...byReason(replaced).map((rows) => replacedText(rows, display)),
  ].join('');
}

function byReason<T extends Changed | Replaced>(rows: readonly T[]): T[][] {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const rule = ruleText(row.reason);
    groups.set(rule, [...(groups.get(rule) ?? []), row]);
  }
  return [...groups.values()];
}

function title(what: string, rows: readonly (Changed | Replaced)[]): string {
  const rule = rows.slice(0, 1).map(({ reason }) => ruleText(reason));
  return `${what}: ${[counted(rows.length, 'message'), ...rule].join('; ')}`;
}

function changedText(what: string, rows: readonly Changed[], display: Display, limit: number): string {
  const heading = display.section(title(what, rows));
  if (rows.length <= limit) return heading + display.table(rows, messageColumns(display));
  const places = rows.flatMap(({ position }) => position ?? []);
  const tokens = rows.reduce((sum, row) => sum + row.tokens, 0);
  return `${heading}${range(Math.min(...places), Math.max(...places))}, ${counted(tokens, 'token')}\n`;
}

function replacedText(rows: readonly Replaced[], display: Display): string {
  return display.section(title('Replaced', rows)) + display.table(rows, replacedColumns);
}

const replacedColumns: readonly Column[] = [
  column.text('Role', 'role'),
  column.text('Place', (row) => {
    const { position } = row as Replaced;
    return position === null ? '' : `#${position}`;
  }),
  column.text('Was', 'before.kind'),
  column.number('Tokens', 'before.tokens'),
  column.text('Is', 'after.kind'),
  column.number('Tokens', 'after.tokens'),
  column.prose('What it says', (row) => oneLine((row as Replaced).after.text, WORDS)),
];
