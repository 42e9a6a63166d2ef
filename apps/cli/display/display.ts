import { escaped, shown, valueAt } from '../rendering';
import type { CellKind, Column } from './column';
import type { Style } from './style';

/** A name and its value, as one line; `kind` as for a column. */
export interface Fact {
  readonly name: string;
  readonly value: unknown;
  readonly kind?: CellKind;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Writes what people read: tables, facts, headings, numbers and times, all in one style. */
export class Display {
  constructor(
    readonly style: Style,
    private readonly now: () => number = Date.now,
  ) {}

  bold(value: string): string {
    return this.style.colour ? `\u001B[1m${value}\u001B[22m` : value;
  }

  dim(value: string): string {
    return this.style.colour ? `\u001B[2m${value}\u001B[22m` : value;
  }

  green(value: string): string {
    return this.style.colour ? `\u001B[32m${value}\u001B[39m` : value;
  }

  yellow(value: string): string {
    return this.style.colour ? `\u001B[33m${value}\u001B[39m` : value;
  }

  red(value: string): string {
    return this.style.colour ? `\u001B[31m${value}\u001B[39m` : value;
  }

  /** Columns under their headings. Says `none` where there is no row; `empty` says it better. */
  table(rows: readonly unknown[], columns: readonly Column[], empty = 'none'): string {
    if (rows.length === 0) return `${empty}\n`;
    const cells = rows.map((row) => columns.map((column) => this.cell(valueOf(row, column), column.kind)));
    const widths = this.widths(columns, cells);
    const line = (values: readonly string[], paint: (value: string) => string = (value) => value): string => {
      const padded = values.map((value, index) => {
        const width = widths[index] ?? 0;
        const cut = cutTo(value, width);
        return paint(columns[index]?.kind === 'number' ? cut.padStart(width) : cut.padEnd(width));
      });
      return `${padded.join('  ').trimEnd()}\n`;
    };
    const headings = line(
      columns.map(({ heading }) => heading),
      (value) => this.bold(value),
    );
    return headings + cells.map((row) => line(row)).join('');
  }

  /** One line a fact, the names in one column; facts without a value are left out. */
  facts(facts: readonly Fact[]): string {
    const told = facts.filter(({ value }) => value !== null && value !== undefined && value !== '');
    const width = Math.max(0, ...told.map(({ name }) => name.length));
    return told
      .map(
        ({ name, value, kind }) => `${this.dim(name.padEnd(width))}  ${this.cell(value, kind ?? 'text')}\n`,
      )
      .join('');
  }

  /** A heading with an empty line before it. */
  section(title: string): string {
    return `\n${this.bold(title)}\n`;
  }

  /** `12,345`. */
  number(value: number): string {
    return value.toLocaleString('en-US');
  }

  /** `3 min ago`; in UTC to the second with `--utc`. */
  time(iso: string): string {
    const at = Date.parse(iso);
    if (Number.isNaN(at)) return escaped(iso);
    if (this.style.utc) return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
    const seconds = Math.round((this.now() - at) / 1000);
    const span = spanOf(Math.abs(seconds));
    if (span === 'now') return 'just now';
    return seconds < 0 ? `in ${span}` : `${span} ago`;
  }

  private cell(value: unknown, kind: CellKind): string {
    if (value === null || value === undefined) return '';
    if (kind === 'number' && typeof value === 'number') return this.number(value);
    if (kind === 'money' && typeof value === 'number') return `$${value.toFixed(2)}`;
    if (kind === 'time' && typeof value === 'string') return this.time(value);
    if (kind === 'flag') return value === true ? 'yes' : '';
    return shown(value);
  }

  /** Each column as wide as its widest cell; where that is more than the terminal, those that shrink give way. */
  private widths(columns: readonly Column[], cells: readonly (readonly string[])[]): number[] {
    const widths = columns.map(({ heading }, index) =>
      Math.max(heading.length, ...cells.map((row) => row[index]?.length ?? 0)),
    );
    const { width } = this.style;
    if (width === null) return widths;
    let excess = widths.reduce((sum, one) => sum + one, 0) + 2 * (columns.length - 1) - width;
    columns.forEach(({ shrinks }, index) => {
      const given = shrinks ? Math.min(excess, (widths[index] ?? 0) - 8) : 0;
      if (given <= 0) return;
      widths[index] = (widths[index] ?? 0) - given;
      excess -= given;
    });
    return widths;
  }
}

function valueOf(row: unknown, { value }: Column): unknown {
  return typeof value === 'function' ? value(row) : valueAt(row, value);
}

function cutTo(value: string, width: number): string {
  return value.length > width ? `${value.slice(0, Math.max(0, width - 1))}…` : value;
}

function spanOf(seconds: number): string {
  if (seconds < 5) return 'now';
  if (seconds < MINUTE) return `${seconds} s`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min`;
  if (seconds < 2 * DAY) return `${Math.floor(seconds / HOUR)} h`;
  return `${Math.floor(seconds / DAY)} days`;
}
