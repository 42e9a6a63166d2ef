import { Option, type Command } from 'commander';
import { route, type ApiClient } from '../api-client';
import { ApiError } from '../api-error';
import { clientCommand, positiveInteger, type ClientOptions } from '../client-command';
import { connect } from '../connection';
import { column } from '../display/column';
import type { Display } from '../display/display';
import { printAnswer } from '../output';
import { members, shown, valueAt } from '../rendering';
import type { Seen } from '../seen/answers';
import { seenOf } from '../seen/asked-call';
import { seenText } from '../seen/seen-text';
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
    const answer = await client.send('POST', where, { body });
    if (options.json) return terminal.out(`${answer.slice()}\n`);
    const seen = await seenIfAllowed(client, shown(valueAt(answer.value(), 'callId')));
    printAnswer(terminal, options, answer, (value, display) =>
      seen === null ? servedText(value, display) : seenText(seen, display, {}),
    );
  }
}

/** Null where the key may ask for contexts and not read what is on record. */
async function seenIfAllowed(client: ApiClient, callId: string): Promise<Seen | null> {
  try {
    return await seenOf(client, callId);
  } catch (error) {
    if (error instanceof ApiError && error.problem.code === 'forbidden') return null;
    throw error;
  }
}

/** Without the words, for which another scope is needed. */
function servedText(answer: unknown, display: Display): string {
  const { callId, tokens, segments } = members(answer);
  const rows: readonly unknown[] = Array.isArray(segments) ? segments : [];
  const columns = [
    column.text('Kind', 'kind'),
    column.text('Role', 'role'),
    column.number('Tokens', 'tokens'),
    column.text('Id', 'event'),
  ];
  const facts = display.facts([
    { name: 'call', value: callId },
    { name: 'tokens', value: tokens, kind: 'number' },
  ]);
  return `${facts}\n${display.table(rows, columns)}`;
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
