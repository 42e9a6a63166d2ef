import type { JsonText } from '@verbatim/formats';
import type { Command } from 'commander';
import { route } from '../api-client';
import { clientCommand, positiveInteger, type ClientOptions } from '../client-command';
import { connect } from '../connection';
import { column } from '../display/column';
import { printList } from '../output';
import { pages } from '../paging';
import { pair, type Pairs } from '../pairs';
import { members, shown } from '../rendering';
import type { Terminal } from '../terminal';

interface HistoryOptions extends ClientOptions {
  readonly from?: number;
  readonly limit?: number;
  readonly format?: string;
}

interface ListOptions extends ClientOptions {
  readonly user?: string;
  readonly title?: string;
  readonly metadata?: Pairs;
  readonly newest?: true;
  readonly limit?: number;
}

/** `history`, `state`, `conversations`: what conversations hold, and which there are. */
export function conversationCommands(program: Command, terminal: Terminal): void {
  clientCommand(program, 'history <conversation>', {
    description: 'print the messages of a conversation, exactly as they came',
    example: 'history chat-1 --from 1 --limit 20',
  })
    .option('--from <position>', 'begin at this position', positiveInteger)
    .option('--limit <count>', 'print so many at most (all without it)', positiveInteger)
    .option('--format <format>', '"events" gives every event with what became of it')
    .action((conversation: string, options: HistoryOptions) => history(terminal, conversation, options));

  clientCommand(program, 'conversations', {
    description: 'list the conversations, all or those of a user, a title or metadata',
    example: 'conversations --user ann --metadata project=returns --newest --limit 20',
  })
    .option('--user <user>', 'only those of this user')
    .option('--title <text>', 'only those whose title contains this')
    .option('--metadata <key=value>', 'only those with this value; again for more, which must all hold', pair)
    .option('--newest', 'those that came last first (by id without it)')
    .option('--limit <count>', 'print so many at most (all without it)', positiveInteger)
    .action((options: ListOptions) => conversations(terminal, options));
}

async function conversations(terminal: Terminal, options: ListOptions): Promise<void> {
  const { user, title, metadata = {}, newest, limit } = options;
  const wanted = Object.entries(metadata).map(([key, value]) => [`metadata.${key}`, value]);
  const query = { user, title, order: newest && 'newest', ...Object.fromEntries(wanted) };
  const list = pages(await connect(options), { path: '/v1/conversations', query, limit });
  const columns = [
    column.text('Conversation', 'id'),
    column.prose('Title', 'title'),
    column.text('User', 'user'),
    column.number('Messages', 'messages'),
    column.number('Live', 'live'),
    column.number('Summaries', 'checkpoints'),
    column.text('Policy', 'policy'),
    column.time('Updated', 'updatedAt'),
  ];
  await printList(terminal, options, list, columns, 'no conversations');
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
  const message = item.property('message');
  // Loaded when needed: all formats are.
  const { messageText }: typeof import('../history/message-text') = require('../history/message-text');
  return `${heading}\n${message === undefined ? '' : messageText(message)}\n\n`;
}

function eventLine(item: JsonText): string {
  const { position, type, status, time, id, error } = members(item.value());
  return `${[`#${shown(position)}`, type, status, time, id, error].map(shown).join('  ').trimEnd()}\n`;
}
