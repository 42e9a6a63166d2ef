import type { Command } from 'commander';
import { route } from '../api-client';
import { clientCommand, type ClientOptions } from '../client-command';
import { connect } from '../connection';
import { wrongUsage } from '../failure';
import { printAnswer } from '../output';
import { pair, valueOf, type Pairs } from '../pairs';
import { escaped } from '../rendering';
import type { Terminal } from '../terminal';

interface DescribeOptions extends ClientOptions {
  readonly title?: string;
  readonly user?: string;
  readonly metadata?: Pairs;
}

/** `describe`: a conversation's title, user and metadata. */
export function describeCommands(program: Command, terminal: Terminal): void {
  clientCommand(program, 'describe <conversation>', {
    description: 'give a conversation a title, a user and metadata; an empty value takes one away',
    example:
      'describe chat-1 --title "Lost parcel" --user ann --metadata project=returns --metadata priority=2',
  })
    .option('--title <title>', 'what it is about')
    .option('--user <user>', 'whose it is')
    .option('--metadata <key=value>', 'one key; again for more', pair)
    .action((conversation: string, options: DescribeOptions) => describe(terminal, conversation, options));
}

async function describe(terminal: Terminal, conversation: string, options: DescribeOptions): Promise<void> {
  const body = descriptionOf(options);
  const client = await connect(options);
  const answer = await client.send('PATCH', route`/v1/conversations/${conversation}`, { body });
  printAnswer(terminal, options, answer, () => `described ${escaped(conversation)}\n`);
}

/** The request's JSON text: only what was given. @throws CommandFailure where nothing was */
export function descriptionOf({ title, user, metadata }: DescribeOptions): string {
  if (title === undefined && user === undefined && metadata === undefined) {
    throw wrongUsage('nothing to change: give --title, --user or --metadata key=value');
  }
  return JSON.stringify({
    title: title === '' ? null : title,
    user: user === '' ? null : user,
    metadata:
      metadata && Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, valueOf(value)])),
  });
}
