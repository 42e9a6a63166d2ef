import type { Command } from 'commander';
import type { Page } from '../api-client';
import { clientCommand, positiveInteger, type ClientOptions } from '../client-command';
import { connect } from '../connection';
import { column } from '../display/column';
import { printList } from '../output';
import { pages } from '../paging';
import type { Terminal } from '../terminal';

interface IgnoredOptions extends ClientOptions {
  readonly code?: string;
  readonly limit: number;
}

const groupColumns = [
  column.text('Code', 'code'),
  column.text('Source', 'source'),
  column.number('Count (24 h)', 'count'),
  column.time('Newest', 'newest.receivedAt'),
  column.text('Conversation', 'newest.conversation'),
  column.prose('Reason', 'newest.error.detail'),
];

const eventColumns = [
  column.time('Received', 'receivedAt'),
  column.text('Conversation', 'conversation'),
  column.number('Position', 'position'),
  column.text('Event', 'event'),
  column.text('Type', 'type'),
  column.text('Source', 'source'),
  column.prose('Reason', 'error.detail'),
];

/** `ignored`: what producers sent that was kept and changed nothing. */
export function ignoredCommand(program: Command, terminal: Terminal): void {
  clientCommand(program, 'ignored', {
    description:
      'list events that were kept and changed nothing, and why: by code and source, or those of one code',
    example: 'ignored --code event-invalid',
  })
    .option('--code <code>', 'list the events of this code, the newest first')
    .option('--limit <count>', 'most lines that are printed', positiveInteger, 100)
    .action((options: IgnoredOptions) => printIgnored(terminal, options));
}

async function printIgnored(terminal: Terminal, options: IgnoredOptions): Promise<void> {
  const { code, limit } = options;
  const list = pages(await connect(options), { path: '/v1/ignored', query: { code }, limit });
  if (code !== undefined)
    return printList(terminal, options, list, eventColumns, `No event was ignored as ${code}.`);
  const counts = { areExact: true };
  await printList(
    terminal,
    options,
    watched(list, counts),
    groupColumns,
    'No event was ignored in the last 24 hours.',
  );
  if (!counts.areExact)
    terminal.err('More was ignored than is counted here: each count is a least number.\n');
}

/** The pages as they are; notes a group whose count is a least number. */
async function* watched(list: AsyncIterable<Page>, counts: { areExact: boolean }): AsyncGenerator<Page> {
  for await (const page of list) {
    if (page.items.some((item) => item.property('isExact')?.value() === false)) counts.areExact = false;
    yield page;
  }
}
