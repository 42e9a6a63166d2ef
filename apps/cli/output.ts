import type { JsonText } from '@verbatim/formats';
import type { Page } from './api-client';
import type { Column } from './display/column';
import { Display } from './display/display';
import type { Terminal } from './terminal';

/** What every command that prints an answer takes. */
export interface PrintOptions {
  readonly json?: true;
  /** Exact times. */
  readonly utc?: true;
  /** False: no pager, however long it is. */
  readonly pager?: boolean;
  /** What is shown again and again is not paged. */
  readonly watch?: number | true;
}

export function displayOf(terminal: Terminal, { utc }: PrintOptions): Display {
  return new Display({ ...terminal.style, utc: utc === true });
}

function startPager(terminal: Terminal, { pager, watch }: PrintOptions): void {
  if (pager !== false && watch === undefined) terminal.page?.();
}

/** Prints an answer: with `--json` as it came, else as `human` writes it. */
export function printAnswer(
  terminal: Terminal,
  options: PrintOptions,
  answer: JsonText,
  human: (value: unknown, display: Display) => string,
): void {
  startPager(terminal, options);
  if (options.json) terminal.out(`${answer.slice()}\n`);
  else terminal.out(human(answer.value(), displayOf(terminal, options)));
}

/**
 * Prints a list: with `--json` as one page `{items, next}` whose items are as they came; else item by item, or as a
 * table of these columns, with `empty` where there is no item.
 */
export async function printList(
  terminal: Terminal,
  options: PrintOptions,
  pages: AsyncIterable<Page>,
  human: readonly Column[] | ((item: JsonText, display: Display) => string),
  empty?: string,
): Promise<void> {
  startPager(terminal, options);
  if (options.json) return printJson(terminal, pages);
  const display = displayOf(terminal, options);
  if (typeof human === 'function') {
    for await (const { items } of pages) items.forEach((item) => terminal.out(human(item, display)));
  } else {
    const rows: unknown[] = [];
    for await (const { items } of pages) rows.push(...items.map((item) => item.value()));
    terminal.out(display.table(rows, human, empty));
  }
}

async function printJson(terminal: Terminal, pages: AsyncIterable<Page>): Promise<void> {
  let separator = '{"items":[';
  let last: string | null = null;
  for await (const { items, next } of pages) {
    for (const item of items) {
      terminal.out(separator + item.slice());
      separator = ',';
    }
    last = next;
  }
  const end = `],"next":${JSON.stringify(last)}}\n`;
  terminal.out(separator === ',' ? end : separator + end);
}
