import type { JsonText } from '@verbatim/formats';
import type { Page } from './api-client';
import { table } from './rendering';
import type { Terminal } from './terminal';

/** Prints an answer: with `--json` as it came, else as `human` writes it. */
export function printAnswer(
  terminal: Terminal,
  json: true | undefined,
  answer: JsonText,
  human: (value: unknown) => string,
): void {
  terminal.out(json ? `${answer.slice()}\n` : human(answer.value()));
}

/**
 * Prints a list: with `--json` as one page `{items, next}` whose items are as they came; else item by item, or as a
 * table of these columns.
 */
export async function printList(
  terminal: Terminal,
  json: true | undefined,
  pages: AsyncIterable<Page>,
  human: readonly string[] | ((item: JsonText) => string),
): Promise<void> {
  if (json) {
    await printJson(terminal, pages);
  } else if (typeof human === 'function') {
    for await (const { items } of pages) items.forEach((item) => terminal.out(human(item)));
  } else {
    const rows: unknown[] = [];
    for await (const { items } of pages) rows.push(...items.map((item) => item.value()));
    terminal.out(table(rows, human));
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
