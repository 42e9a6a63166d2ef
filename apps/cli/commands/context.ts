import { Option, type Command } from 'commander';
import { route } from '../api-client';
import { clientCommand, positiveInteger, type ClientOptions } from '../client-command';
import { connect } from '../connection';
import { printAnswer } from '../output';
import { receiptText } from '../receipt-text';
import type { Terminal } from '../terminal';

interface ContextOptions extends ClientOptions {
  readonly model: string;
  readonly target?: string;
  readonly budget?: number;
  readonly at?: string;
  readonly openCalls?: string;
  readonly body?: true;
}

/** `context`: what the next model call is to get. */
export function contextCommands(program: Command, terminal: Terminal): void {
  clientCommand(program, 'context <conversation>', {
    description: "make the context of the conversation's next model call, and leave its receipt",
    example: 'context chat-1 --model gpt-4o --target openai-chat --budget 8000',
  })
    .requiredOption('--model <model>', 'the model that is called')
    .option('--target <format>', "the provider's format, such as openai-chat")
    .option('--budget <tokens>', 'tokens at most', positiveInteger)
    .option('--at <position|time>', 'as of this position or time (2026-01-31T12:00:00Z)')
    .addOption(
      new Option('--open-calls <how>', 'what to do with calls that have no result yet').choices([
        'refuse',
        'placeholder',
      ]),
    )
    .option('--body', 'print the body alone: the exact bytes to send')
    .action((conversation: string, options: ContextOptions) => context(terminal, conversation, options));
}

async function context(terminal: Terminal, conversation: string, options: ContextOptions): Promise<void> {
  const client = await connect(options);
  const where = route`/v1/conversations/${conversation}/context`;
  const body = contextRequest(options);
  if (options.body) {
    terminal.outBytes(await client.bytes('POST', where, { body }));
  } else {
    printAnswer(terminal, options, await client.send('POST', where, { body }), receiptText);
  }
}

/** The request's JSON text: only what was asked for; a position is a number, a time a text. */
export function contextRequest(options: Omit<ContextOptions, keyof ClientOptions | 'body'>): string {
  const { model, target, budget, at, openCalls } = options;
  return JSON.stringify({
    model,
    target,
    budget: budget === undefined ? undefined : { tokens: budget },
    at: at !== undefined && /^\d+$/.test(at) ? Number(at) : at,
    openCalls,
  });
}
