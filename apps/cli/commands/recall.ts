import type { Command } from 'commander';
import { route } from '../api-client';
import { clientCommand, positiveInteger, type ClientOptions } from '../client-command';
import { connect } from '../connection';
import { displayOf, printAnswer } from '../output';
import { escaped, members } from '../rendering';
import type { Terminal } from '../terminal';

interface RecallOptions extends ClientOptions {
  readonly offset?: number;
  readonly limit?: number;
}

/** `recall`: what a context shows shortened or summarised, as an agent's tool of that name reads it again. */
export function recallCommand(program: Command, terminal: Terminal): void {
  clientCommand(program, 'recall <conversation> <ref>', {
    description:
      'print the text of a message, or of all that a summary stands for, by the id a context names',
    example: 'recall chat-1 m-17 --limit 2000',
  })
    .option('--offset <characters>', 'begin at this character (0 without it)', wholeNumber)
    .option('--limit <characters>', 'print so many at most (8000 without it)', positiveInteger)
    .action((conversation: string, ref: string, options: RecallOptions) =>
      recall(terminal, conversation, ref, options),
    );
}

/** The text alone goes to standard output; where it is only a part, where the rest begins to standard error. */
async function recall(
  terminal: Terminal,
  conversation: string,
  ref: string,
  { offset, limit, ...options }: RecallOptions,
): Promise<void> {
  const client = await connect(options);
  const body = JSON.stringify({ ref, offset, limit });
  const answer = await client.send('POST', route`/v1/conversations/${conversation}/recall`, { body });
  printAnswer(terminal, options, answer, (value) => `${escaped(String(members(value)['text']))}\n`);
  const { next, total } = members(answer.value());
  if (options.json || typeof next !== 'number') return;
  const display = displayOf(terminal, options);
  const size = typeof total === 'number' ? ` of ${display.number(total)}` : '';
  terminal.err(`up to character ${display.number(next)}${size}; the rest: --offset ${next}\n`);
}

function wholeNumber(text: string): number {
  return text === '0' ? 0 : positiveInteger(text);
}
