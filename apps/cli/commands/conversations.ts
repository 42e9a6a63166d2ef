import type { JsonText } from '@verbatim/formats';
import { Option, type Command } from 'commander';
import { route } from '../api-client';
import { clientCommand, positiveInteger, type ClientOptions } from '../client-command';
import { connect } from '../connection';
import { column } from '../display/column';
import { printAnswer, printList } from '../output';
import { pages } from '../paging';
import { escaped, members, shown, valueAt } from '../rendering';
import type { Terminal } from '../terminal';

interface AppendOptions extends ClientOptions {
  readonly role: string;
  readonly text: string;
}

interface HistoryOptions extends ClientOptions {
  readonly from?: number;
  readonly limit?: number;
  readonly format?: string;
}

/** `append`, `history`, `conversations`: the journal of a conversation, in and out. */
export function conversationCommands(program: Command, terminal: Terminal): void {
  clientCommand(program, 'append <conversation>', {
    description: 'append one message to a conversation',
    example: 'append chat-1 --role user --text "Where is my parcel?"',
  })
    .addOption(
      new Option('--role <role>', 'who says it')
        .choices(['system', 'developer', 'user', 'assistant'])
        .makeOptionMandatory(),
    )
    .requiredOption('--text <text>', 'what is said')
    .action((conversation: string, options: AppendOptions) => append(terminal, conversation, options));

  clientCommand(program, 'history <conversation>', {
    description: 'print the messages of a conversation, exactly as they came',
    example: 'history chat-1 --from 1 --limit 20',
  })
    .option('--from <position>', 'begin at this position', positiveInteger)
    .option('--limit <count>', 'print so many at most (all without it)', positiveInteger)
    .option('--format <format>', '"events" gives every event with what became of it')
    .action((conversation: string, options: HistoryOptions) => history(terminal, conversation, options));

  clientCommand(program, 'conversations', {
    description: 'list the conversations',
    example: 'conversations --json',
  }).action(async (options: ClientOptions) => {
    const list = pages(await connect(options), { path: '/v1/conversations' });
    const columns = [
      column.text('Conversation', 'id'),
      column.number('Messages', 'messages'),
      column.number('Live', 'live'),
      column.number('Summaries', 'checkpoints'),
      column.number('Position', 'position'),
      column.text('Policy', 'policy'),
      column.time('Updated', 'updatedAt'),
    ];
    await printList(terminal, options, list, columns);
  });
}

async function append(terminal: Terminal, conversation: string, options: AppendOptions): Promise<void> {
  const client = await connect(options);
  const message = { role: options.role, content: options.text };
  const answer = await client.send('POST', route`/v1/conversations/${conversation}/messages`, {
    body: JSON.stringify({ messages: [message] }),
  });
  printAnswer(terminal, options, answer, appended);
}

function appended(value: unknown): string {
  return `appended ${shown(valueAt(value, 'events.0.id'))}\n`;
}

async function history(terminal: Terminal, conversation: string, options: HistoryOptions): Promise<void> {
  const { from, limit, format } = options;
  const list = pages(await connect(options), {
    path: route`/v1/conversations/${conversation}/history`,
    query: { from, format },
    cursor: 'from',
    limit,
  });
  await printList(terminal, options, list, format === 'events' ? eventLine : messageBlock);
}

function messageBlock(item: JsonText): string {
  const { position, role, time, id } = members(item.value());
  const heading = [`#${shown(position)}`, role, time, id].map(shown).join('  ');
  return `${heading}\n${textOf(item.property('message'))}\n\n`;
}

/** A message that is nothing but text is that text; every other one is shown as it came. */
function textOf(message: JsonText | undefined): string {
  if (message === undefined) return '';
  const names = message.members().map(({ name }) => name);
  const { content } = members(message.value());
  const isText = typeof content === 'string' && names.every((name) => ['role', 'content'].includes(name));
  return escaped(isText ? content : message.slice());
}

function eventLine(item: JsonText): string {
  const { position, type, status, time, id, error } = members(item.value());
  return `${[`#${shown(position)}`, type, status, time, id, error].map(shown).join('  ').trimEnd()}\n`;
}
