import type { Command } from 'commander';
import { route } from '../api-client';
import { clientCommand, commandGroup, positiveInteger, type ClientOptions } from '../client-command';
import { connect } from '../connection';
import { column } from '../display/column';
import { CommandFailure, wrongUsage } from '../failure';
import { printAnswer, printList } from '../output';
import { pages } from '../paging';
import { receiptText } from '../receipt-text';
import { details } from '../rendering';
import { readDiff } from '../seen/read-answers';
import { askedCall, seenOf } from '../seen/asked-call';
import { diffText } from '../seen/diff-text';
import { seenText } from '../seen/seen-text';
import type { Terminal } from '../terminal';
import { holds, verifyAll } from '../verification';

interface CallsOptions extends ClientOptions {
  readonly newest?: true;
  readonly limit?: number;
}

interface ShowOptions extends ClientOptions {
  readonly body?: true;
}

interface VerifyOptions extends ClientOptions {
  readonly all?: true;
}

/** `calls`, `audit show`, `audit verify`, `audit diff`: what each call saw, and the proof of it (SPEC 8). */
export function auditCommands(program: Command, terminal: Terminal): void {
  clientCommand(program, 'calls <conversation>', {
    description: 'list the contexts that were served for a conversation, by their numbers',
    example: 'calls chat-1 --newest --limit 20',
  })
    .option('--newest', 'the newest first')
    .option('--limit <count>', 'list so many at most (all without it)', positiveInteger)
    .action((conversation: string, options: CallsOptions) => calls(terminal, conversation, options));

  const audit = commandGroup(program, 'audit', {
    description: 'show and verify what a call saw',
    example: 'audit verify --all',
  });

  clientCommand(audit, 'show <call|conversation> [call]', {
    description:
      'print the receipt of a call and what it saw, or the exact bytes it was served. A call is named by its id or the beginning of one, or by its conversation and its number',
    example: 'audit show chat-1 7',
  })
    .option('--body', 'print the bytes that were served, alone')
    .action((first: string, second: string | undefined, options: ShowOptions) =>
      show(terminal, first, second, options),
    );

  clientCommand(audit, 'verify [call|conversation] [call]', {
    description:
      'rebuild what a call saw in two independent ways and compare the hashes; 1 where they differ',
    example: 'audit verify --all',
  })
    .option('--all', 'every call on record')
    .action((first: string | undefined, second: string | undefined, options: VerifyOptions) =>
      verify(terminal, first, second, options),
    );

  clientCommand(audit, 'diff <call> <other>', {
    description:
      'print what another call of the same conversation shows otherwise, and why; both by their ids or the beginnings of them',
    example: 'audit diff 0198f2c4 0198f2d7',
  }).action(async (call: string, other: string, options: ClientOptions) => {
    const client = await connect(options);
    const answer = await client.get(route`/v1/calls/${call}/diff/${other}`);
    printAnswer(terminal, options, answer, (value, display) => diffText(readDiff(value), display));
  });
}

async function calls(
  terminal: Terminal,
  conversation: string,
  { newest, limit, ...options }: CallsOptions,
): Promise<void> {
  const list = pages(await connect(options), {
    path: route`/v1/conversations/${conversation}/calls`,
    query: newest ? { order: 'newest' } : {},
    limit,
  });
  const columns = [
    column.number('Number', 'ordinal'),
    column.text('Call', 'callId'),
    column.text('Model', 'model'),
    column.text('Target', 'target'),
    column.number('Position', 'position'),
    column.number('Tokens', 'tokens'),
    column.time('Served', 'createdAt'),
  ];
  await printList(terminal, options, list, columns);
}

async function show(
  terminal: Terminal,
  first: string,
  second: string | undefined,
  options: ShowOptions,
): Promise<void> {
  const client = await connect(options);
  const call = await askedCall(client, first, second);
  if (options.body) return terminal.outBytes(await client.bytes('GET', route`/v1/calls/${call}/context`));
  const receipt = await client.get(route`/v1/calls/${call}`);
  if (options.json) return terminal.out(`${receipt.slice()}\n`);
  const seen = await seenOf(client, call);
  printAnswer(
    terminal,
    options,
    receipt,
    (value, display) => receiptText(value, display) + seenText(seen, display, {}),
  );
}

async function verify(
  terminal: Terminal,
  first: string | undefined,
  second: string | undefined,
  options: VerifyOptions,
): Promise<void> {
  if ((first === undefined) === (options.all === undefined)) {
    throw wrongUsage('name one call, or give --all');
  }
  const client = await connect(options);
  if (first === undefined) return verifyAll(client, terminal, options.json);
  const call = await askedCall(client, first, second);
  const answer = await client.get(route`/v1/calls/${call}/verify`);
  printAnswer(terminal, options, answer, (value) => details(value));
  if (!holds(answer.value())) throw new CommandFailure(`the call ${call} does not verify`);
}
