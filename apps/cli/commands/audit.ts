import type { Command } from 'commander';
import { route } from '../api-client';
import { clientCommand, commandGroup, type ClientOptions } from '../client-command';
import { connect } from '../connection';
import { column } from '../display/column';
import { exitCodes } from '../exit-codes';
import { CommandFailure } from '../failure';
import { printAnswer, printList } from '../output';
import { pages } from '../paging';
import { receiptText } from '../receipt-text';
import { details } from '../rendering';
import type { Terminal } from '../terminal';
import { holds, verifyAll } from '../verification';

interface VerifyOptions extends ClientOptions {
  readonly all?: true;
}

/** `calls`, `audit show`, `audit verify`: what each call saw, and the proof of it (SPEC 8). */
export function auditCommands(program: Command, terminal: Terminal): void {
  clientCommand(program, 'calls <conversation>', {
    description: 'list the contexts that were served for a conversation',
    example: 'calls chat-1',
  }).action(async (conversation: string, options: ClientOptions) => {
    const list = pages(await connect(options), { path: route`/v1/conversations/${conversation}/calls` });
    const columns = [
      column.text('Call', 'callId'),
      column.text('Model', 'model'),
      column.text('Target', 'target'),
      column.number('Position', 'position'),
      column.number('Tokens', 'tokens'),
      column.time('Served', 'createdAt'),
    ];
    await printList(terminal, options, list, columns);
  });

  const audit = commandGroup(program, 'audit', {
    description: 'show and verify what a call saw',
    example: 'audit verify --all',
  });

  clientCommand(audit, 'show <call>', {
    description: 'print the receipt of a call, or the exact bytes it was served',
    example: 'audit show 0198f2c4 --body',
  })
    .option('--body', 'print the bytes that were served, alone')
    .action(async (call: string, options: ClientOptions & { readonly body?: true }) => {
      const client = await connect(options);
      if (options.body) terminal.outBytes(await client.bytes('GET', route`/v1/calls/${call}/context`));
      else printAnswer(terminal, options, await client.get(route`/v1/calls/${call}`), receiptText);
    });

  clientCommand(audit, 'verify [call]', {
    description:
      'rebuild what a call saw in two independent ways and compare the hashes; 1 where they differ',
    example: 'audit verify --all',
  })
    .option('--all', 'every call on record')
    .action((call: string | undefined, options: VerifyOptions) => verify(terminal, call, options));
}

async function verify(terminal: Terminal, call: string | undefined, options: VerifyOptions): Promise<void> {
  if ((call === undefined) === (options.all === undefined)) {
    throw new CommandFailure('name one call, or give --all', exitCodes.usage);
  }
  const client = await connect(options);
  if (call === undefined) return verifyAll(client, terminal, options.json);
  const answer = await client.get(route`/v1/calls/${call}/verify`);
  printAnswer(terminal, options, answer, (value) => details(value));
  if (!holds(answer.value())) throw new CommandFailure(`the call ${call} does not verify`);
}
