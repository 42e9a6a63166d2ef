import type { Command } from 'commander';
import { route } from '../api-client';
import { clientCommand, commandGroup, type ClientOptions } from '../client-command';
import { connect } from '../connection';
import { printAnswer, printList } from '../output';
import { pages } from '../paging';
import { details, escaped, members } from '../rendering';
import type { Terminal } from '../terminal';

/** `dead-letters …`: records that became part of no conversation. */
export function deadLetterCommands(program: Command, terminal: Terminal): void {
  const group = commandGroup(program, 'dead-letters', {
    description: 'show the records that could not be read, and ids that came again with another body',
    example: 'dead-letters list',
  });

  clientCommand(group, 'list', {
    description: 'list the dead letters, oldest first',
    example: 'dead-letters list',
  }).action(async (options: ClientOptions) => {
    const list = pages(await connect(options), { path: '/v1/dead-letters' });
    await printList(terminal, options.json, list, [
      'id',
      'kind',
      'conversation',
      'error.code',
      'error.detail',
    ]);
  });

  clientCommand(group, 'show <id>', {
    description: 'print one dead letter with the record as it came',
    example: 'dead-letters show 17',
  }).action(async (id: string, options: ClientOptions) => {
    const client = await connect(options);
    const answer = await client.get(route`/v1/dead-letters/${id}`);
    printAnswer(terminal, options.json, answer, deadLetterText);
  });
}

function deadLetterText(value: unknown): string {
  const { raw } = members(value);
  const record = typeof raw === 'string' ? Buffer.from(raw, 'base64').toString('utf8') : '';
  return `${details(value, ['raw'])}\n${escaped(record)}\n`;
}
