import { createColors } from 'picocolors';
import { escaped, valueAt } from '../rendering';
import type { CellKind, Column } from './column';
import { moneyText, numberText, percentText } from './figures';
import { columnWidths, GAP } from './layout';
import { phrase } from './phrase';
import { relativeTime } from './relative-time';
import type { Paint, Style } from './style';
import { cutTo, padTo, widthOf, wrap } from './width';

/** A name and its value, as one line; `kind` as for a column. */
export interface Fact {
  readonly name: string;
  readonly value: unknown;
  readonly kind?: CellKind;
}

const figures = new Set<CellKind>(['number', 'money', 'percent']);

/** A text is wrapped to no less than this, however narrow the terminal. */
const LEAST_WIDTH = 20;

/** Writes what people read: tables, facts, headings, numbers and times, all in one style. */
export class Display {
  private readonly colours: ReturnType<typeof createColors>;

  constructor(
    readonly style: Style,
    private readonly now: () => number = Date.now,
  ) {
    this.colours = createColors(style.colour);
  }

  bold(value: string): string {
    return this.colours.bold(value);
  }

  dim(value: string): string {
    return this.colours.dim(value);
  }

  green(value: string): string {
    return this.colours.green(value);
  }

  yellow(value: string): string {
    return this.colours.yellow(value);
  }

  red(value: string): string {
    return this.colours.red(value);
  }

  cyan(value: string): string {
    return this.colours.cyan(value);
  }

  /** `3 messages`, `1 message`. */
  count(value: number, one: string, many = `${one}s`): string {
    return `${this.number(value)} ${value === 1 ? one : many}`;
  }

  /**
   * Columns under their headings, as wide as the terminal at most; where that is too narrow for them, without those
   * that are empty, and at last as a block of facts for each row. Says `none` where there is no row; `empty` says it better.
   */
  table(rows: readonly unknown[], columns: readonly Column[], empty = 'none'): string {
    if (rows.length === 0) return `${empty}\n`;
    const cells = rows.map((row) => columns.map((column) => this.cell(valueOf(row, column), column.kind)));
    const widths = columnWidths(columns, cells, this.style.width);
    if (widths === null) {
      const filled = columns.filter((_, index) => cells.some((row) => row[index] !== ''));
      if (filled.length < columns.length) return this.table(rows, filled);
      return rows.map((row) => this.block(row, columns)).join('\n');
    }
    const headings = columns.map(({ heading }) => heading);
    return (
      this.line(headings, columns, widths, () => 'bold') +
      cells.map((row) => this.line(row, columns, widths, ({ paint }, text) => paint?.(text))).join('')
    );
  }

  /** One line a fact, the names in one column; facts without a value are left out. Long texts are wrapped. */
  facts(facts: readonly Fact[]): string {
    const told = facts
      .map(({ name, value, kind }) => ({ name, text: this.cell(value, kind ?? 'text') }))
      .filter(({ text }) => text !== '');
    const width = Math.max(0, ...told.map(({ name }) => widthOf(name)));
    return told
      .map(({ name, text }) => {
        const [first, ...rest] = this.wrapped(text, width + GAP.length).map((line) => `${line}\n`);
        const indented = rest.map((line) => ' '.repeat(width + GAP.length) + line);
        return `${this.dim(padTo(name, width))}${GAP}${first}${indented.join('')}`;
      })
      .join('');
  }

  /** A heading with an empty line before it. */
  section(title: string): string {
    return `\n${this.bold(title)}\n`;
  }

  /** Text in lines that fit the terminal, each with this indentation; the text is made safe to show. */
  paragraph(text: string, indent = ''): string {
    return this.wrapped(escaped(text), widthOf(indent))
      .map((line) => `${indent}${line}`.trimEnd() + '\n')
      .join('');
  }

  /** `12,345`. */
  number(value: number): string {
    return numberText(value);
  }

  /** `$0.22`. */
  money(value: number): string {
    return moneyText(value);
  }

  /** `37%`, of 0.37. */
  percent(ratio: number): string {
    return percentText(ratio);
  }

  /** `3 min ago`; in UTC to the second with `--utc`. */
  time(iso: string): string {
    const at = Date.parse(iso);
    if (Number.isNaN(at)) return escaped(iso);
    if (this.style.utc) return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
    return relativeTime(at, this.now());
  }

  private cell(value: unknown, kind: CellKind): string {
    if (value === null || value === undefined) return '';
    if (kind === 'number' && typeof value === 'number') return this.number(value);
    if (kind === 'money' && typeof value === 'number') return this.money(value);
    if (kind === 'percent' && typeof value === 'number') return this.percent(value);
    if (kind === 'time' && typeof value === 'string') return this.time(value);
    if (kind === 'flag') return value === true ? 'yes' : '';
    return phrase(value);
  }

  private line(
    texts: readonly string[],
    columns: readonly Column[],
    widths: readonly number[],
    paintOf: (column: Column, text: string) => Paint | undefined,
  ): string {
    const last = columns.length - 1;
    const cells = columns.map((column, index) => {
      const text = cutTo(texts[index] ?? '', widths[index] ?? 0);
      const toTheRight = figures.has(column.kind);
      const padded = index === last && !toTheRight ? text : padTo(text, widths[index] ?? 0, toTheRight);
      const paint = paintOf(column, texts[index] ?? '');
      return paint === undefined || text === '' ? padded : this.colours[paint](padded);
    });
    return `${cells.join(GAP).trimEnd()}\n`;
  }

  private block(row: unknown, columns: readonly Column[]): string {
    return this.facts(
      columns.map((column) => ({ name: column.heading, value: valueOf(row, column), kind: column.kind })),
    );
  }

  private wrapped(text: string, indentation: number): string[] {
    const { width } = this.style;
    return width === null ? text.split('\n') : wrap(text, Math.max(LEAST_WIDTH, width - indentation));
  }
}

function valueOf(row: unknown, { value }: Column): unknown {
  return typeof value === 'function' ? value(row) : valueAt(row, value);
}
