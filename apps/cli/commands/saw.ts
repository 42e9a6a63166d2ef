import type { Command } from 'commander';
import { route } from '../api-client';
import { clientCommand, positiveInteger, type ClientOptions } from '../client-command';
import { connect } from '../connection';
import { CommandFailure } from '../failure';
import { printAnswer } from '../output';
import { readDiff, readSeen } from '../seen/read-answers';
import { callIdOf, proofOf } from '../seen/asked-call';
import { diffText } from '../seen/diff-text';
import { seenText } from '../seen/seen-text';
import type { Terminal } from '../terminal';
import { holds } from '../verification';

interface SawOptions extends ClientOptions {
  readonly diff?: string;
  readonly full?: true;
  readonly body?: true;
  readonly limit?: number;
}

/** `saw`: what one call of a conversation saw, what it did not see and why, and the proof of it. */
export function sawCommand(program: Command, terminal: Terminal): void {
  clientCommand(program, 'saw <conversation> <call>', {
    description:
      'print what a call saw, what was hidden from it and why. CALL is its number in the conversation (1 is the first, -1 and last the newest), its id or the beginning of one',
    example: 'saw chat-1 7 --diff 6',
  })
    .option('--diff <call>', 'print what is shown otherwise than in this other call, and why')
    .option('--full', 'print whole texts')
    .option('--body', 'print the bytes that were served, alone')
    .option('--limit <rows>', 'list so many messages and ranges at most', positiveInteger)
    .action((conversation: string, call: string, options: SawOptions) =>
      saw(terminal, conversation, call, options),
    );
}

async function saw(
  terminal: Terminal,
  conversation: string,
  call: string,
  options: SawOptions,
): Promise<void> {
  const client = await connect(options);
  const callId = await callIdOf(client, conversation, call);
  const path = route`/v1/calls/${callId}`;
  if (options.body) return terminal.outBytes(await client.bytes('GET', `${path}/context`));
  if (options.diff !== undefined) {
    const other = await callIdOf(client, conversation, options.diff);
    const answer = await client.get(route`/v1/calls/${other}/diff/${callId}`);
    return printAnswer(terminal, options, answer, (value, display) =>
      diffText(readDiff(value), display, options.limit),
    );
  }
  const answer = await client.get(`${path}/seen`, options.full ? { full: 'true' } : {});
  if (options.json) return terminal.out(`${answer.slice()}\n`);
  const verdict = (await client.get(`${path}/verify`)).value();
  const { full = false, limit } = options;
  printAnswer(terminal, options, answer, (value, display) =>
    seenText(readSeen(value), display, { full, limit, proof: proofOf(verdict) }),
  );
  if (!holds(verdict)) throw new CommandFailure(`the call ${callId} does not verify`);
}
