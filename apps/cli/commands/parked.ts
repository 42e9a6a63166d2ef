import type { Command } from 'commander';
import { route, type ApiClient } from '../api-client';
import {
  clientCommand,
  commandGroup,
  listCommand,
  type ClientOptions,
  type ListOptions,
} from '../client-command';
import { connect } from '../connection';
import { column } from '../display/column';
import { CommandFailure } from '../failure';
import { displayOf, printAnswer, printList } from '../output';
import { pages } from '../paging';
import { shown, valueAt } from '../rendering';
import type { Terminal } from '../terminal';

interface ReleaseOptions extends ClientOptions {
  readonly reason: string;
  readonly event?: string;
}

const columns = [
  column.text('Conversation', 'conversation'),
  column.text('Event', 'event'),
  column.number('Position', 'position'),
  column.text('Type', 'type'),
  column.number('Version', 'dataversion'),
  column.number('Waiting', 'waiting'),
  column.time('Since', 'since'),
];

/** `parked …`: conversations that stopped at an event of a newer version. */
export function parkedCommands(program: Command, terminal: Terminal): void {
  const group = commandGroup(program, 'parked', {
    description: 'show and release the conversations that stopped at an event of a newer version',
    example: 'parked list',
  });

  listCommand(group, 'list', {
    description: 'list the parked conversations, each with the event that it stopped at',
    example: 'parked list',
  }).action(async ({ limit, ...options }: ListOptions) => {
    const list = pages(await connect(options), { path: '/v1/parked', limit });
    await printList(terminal, options, list, columns, 'no conversation is parked');
  });

  clientCommand(group, 'release <conversation>', {
    description: 'give up the event that a conversation is parked at, for good; it goes on without it',
    example: 'parked release chat-1 --reason "written by a preview of the next version"',
  })
    .requiredOption('--reason <reason>', 'why, for the record')
    .option('--event <event>', 'the event to give up; without it the one that `parked list` shows is')
    .action(async (conversation: string, options: ReleaseOptions) => {
      const client = await connect(options);
      const event = options.event ?? (await eventParkedAt(client, conversation, terminal, options));
      const body = JSON.stringify({ reason: options.reason, event });
      const answer = await client.send('POST', route`/v1/conversations/${conversation}/release`, { body });
      printAnswer(terminal, options, answer, released);
    });
}

/** Shows the event, and gives its name: what was shown is given up, and nothing that comes to its place meanwhile. */
async function eventParkedAt(
  client: ApiClient,
  conversation: string,
  terminal: Terminal,
  options: ClientOptions,
): Promise<string> {
  for await (const { items } of pages(client, { path: '/v1/parked' })) {
    const parked = items
      .map((item) => item.value())
      .find((one) => valueAt(one, 'conversation') === conversation);
    if (parked === undefined) continue;
    terminal.err(displayOf(terminal, options).table([parked], columns));
    return String(valueAt(parked, 'event'));
  }
  throw new CommandFailure(`${conversation} is not parked (\`verbatim parked list\` shows which are)`);
}

function released(value: unknown): string {
  return `released, on record as ${shown(valueAt(value, 'events.0.id'))}\n`;
}
