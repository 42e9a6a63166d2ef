import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { route } from '../api-client';
import {
  clientCommand,
  commandGroup,
  listCommand,
  type ClientOptions,
  type ListOptions,
} from '../client-command';
import { connect } from '../connection';
import { column } from '../display/column';
import { deadLetterText } from '../display/dead-letter-text';
import { awaitFate } from '../dead-letters/await-fate';
import { unreadable } from '../file-fault';
import { printAnswer, printList } from '../output';
import { pages } from '../paging';
import type { Terminal } from '../terminal';

interface LetterListOptions extends ListOptions {
  readonly all?: true;
}

interface RedriveOptions extends ClientOptions {
  readonly file?: string;
  readonly as?: string;
  readonly reason?: string;
}

interface DiscardOptions extends ClientOptions {
  readonly reason: string;
}

const columns = [
  column.text('Letter', 'id'),
  column.text('Kind', 'kind'),
  column.text('Conversation', 'conversation'),
  column.text('Error', 'error.code'),
  column.prose('What is wrong', 'error.detail'),
  column.time('Received', 'createdAt'),
];

/** `dead-letters …`: records that became part of no conversation, and what is decided about them. */
export function deadLetterCommands(program: Command, terminal: Terminal): void {
  const group = commandGroup(program, 'dead-letters', {
    description:
      'show and settle the records that could not be read, and ids that came again with another body',
    example: 'dead-letters list',
  });

  listCommand(group, 'list', {
    description: 'list the dead letters that nobody has decided about, oldest first',
    example: 'dead-letters list --all',
  })
    .option('--all', 'those that were redriven or discarded too')
    .action(async ({ limit, ...options }: LetterListOptions) => {
      const query = options.all ? { all: 'true' } : {};
      const list = pages(await connect(options), { path: '/v1/dead-letters', query, limit });
      await printList(
        terminal,
        options,
        list,
        options.all ? [...columns, column.text('Outcome', 'settled.outcome')] : columns,
        options.all ? 'no dead letters' : 'no dead letter waits for a decision',
      );
    });

  clientCommand(group, 'show <id>', {
    description: 'print one dead letter with the record as it came',
    example: 'dead-letters show 17',
  }).action(async (id: string, options: ClientOptions) => {
    const client = await connect(options);
    const answer = await client.get(route`/v1/dead-letters/${id}`);
    printAnswer(terminal, options, answer, deadLetterText);
  });

  clientCommand(group, 'redrive <id>', {
    description: 'put a dead letter into the log again, and say what became of it',
    example: 'dead-letters redrive 17 --file corrected.json',
  })
    .option('--file <file>', 'a corrected event, of an unreadable record: a CloudEvent in JSON')
    .option(
      '--as <event>',
      'the id of the event; an id that was taken gets one derived from the letter without it',
    )
    .option('--reason <reason>', 'why, for the record')
    .action((id: string, options: RedriveOptions) => redrive(terminal, id, options));

  clientCommand(group, 'discard <id>', {
    description: 'record that a dead letter is given up; the letter itself is kept',
    example: 'dead-letters discard 17 --reason "a test record"',
  })
    .requiredOption('--reason <reason>', 'why, for the record')
    .action(async (id: string, options: DiscardOptions) => {
      const client = await connect(options);
      const body = JSON.stringify({ reason: options.reason });
      const answer = await client.send('POST', route`/v1/dead-letters/${id}/discard`, { body });
      printAnswer(terminal, options, answer, deadLetterText);
    });
}

async function redrive(terminal: Terminal, id: string, options: RedriveOptions): Promise<void> {
  const client = await connect(options);
  const { as, reason, file } = options;
  const value = file === undefined ? undefined : (await bytesOf(file)).toString('base64');
  const body = JSON.stringify({ value, as, reason });
  await client.send('POST', route`/v1/dead-letters/${id}/redrive`, { body });
  printAnswer(terminal, options, await awaitFate(client, id), deadLetterText);
}

async function bytesOf(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw unreadable(file, cause);
  }
}
