import type { Command } from 'commander';
import { route } from '../api-client';
import { clientCommand, commandGroup, type ClientOptions } from '../client-command';
import { connect } from '../connection';
import { printAnswer, printList } from '../output';
import { pages } from '../paging';
import { shown, valueAt } from '../rendering';
import type { Terminal } from '../terminal';

interface ReleaseOptions extends ClientOptions {
  readonly reason: string;
  readonly event?: string;
}

/** `parked …`: conversations that stopped at an event of a newer version. */
export function parkedCommands(program: Command, terminal: Terminal): void {
  const group = commandGroup(program, 'parked', {
    description: 'show and release the conversations that stopped at an event of a newer version',
    example: 'parked list',
  });

  clientCommand(group, 'list', {
    description: 'list the parked conversations, each with the event that it stopped at',
    example: 'parked list',
  }).action(async (options: ClientOptions) => {
    const list = pages(await connect(options), { path: '/v1/parked' });
    const columns = ['conversation', 'event', 'position', 'type', 'dataversion', 'waiting', 'since'];
    await printList(terminal, options.json, list, columns);
  });

  clientCommand(group, 'release <conversation>', {
    description: 'give up the event that a conversation is parked at, for good; it goes on without it',
    example: 'parked release chat-1 --reason "written by a preview of the next version"',
  })
    .requiredOption('--reason <reason>', 'why, for the record')
    .option('--event <event>', 'only where it is parked at this event')
    .action(async (conversation: string, options: ReleaseOptions) => {
      const client = await connect(options);
      const body = JSON.stringify({ reason: options.reason, event: options.event });
      const answer = await client.send('POST', route`/v1/conversations/${conversation}/release`, { body });
      printAnswer(terminal, options.json, answer, released);
    });
}

function released(value: unknown): string {
  return `released, on record as ${shown(valueAt(value, 'events.0.id'))}\n`;
}
