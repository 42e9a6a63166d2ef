import { JsonText } from '@verbatim/formats/json-text';
import { Option, type Command } from 'commander';
import { route } from '../api-client';
import { clientCommand, type ClientOptions } from '../client-command';
import { connect } from '../connection';
import { readInput } from '../document-file';
import { CommandFailure, reasonOf, wrongUsage } from '../failure';
import { printAnswer } from '../output';
import { shown, valueAt } from '../rendering';
import type { Terminal } from '../terminal';
import { messageFormats, messageRoles, messageText, type WrittenMessage } from '../written-message';

interface AppendOptions extends ClientOptions, WrittenMessage {
  readonly file?: string;
  readonly format?: string;
}

/** `append`: one message, written on the command line or as it is in a file. */
export function appendCommands(program: Command, terminal: Terminal): void {
  clientCommand(program, 'append <conversation>', {
    description: 'append one message to a conversation: a text, a tool call, a tool result, or JSON as it is',
    example: 'append chat-1 --role user --text "Where is my parcel?"',
  })
    .addOption(new Option('--role <role>', 'who says it').choices(messageRoles))
    .option('--text <text>', 'what is said; of a tool, its result')
    .option(
      '--tool-call <call>',
      `a call of the assistant, 'ID:NAME:{"json":"arguments"}'; again for more`,
      listed,
    )
    .option('--call <id>', 'with --role tool: the call that the result answers')
    .option('--file <file>', 'a whole message as JSON, sent as it is; - reads the standard input')
    .addOption(
      new Option(
        '--format <format>',
        'what a message of --file is written in (openai-chat without it)',
      ).choices(messageFormats),
    )
    .addHelpText('after', TOOL_LOOP)
    .action((conversation: string, options: AppendOptions) => append(terminal, conversation, options));
}

const TOOL_LOOP = `
A tool call and its result:
  verbatim append chat-1 --role assistant --tool-call 'call_1:track:{"parcel":"P7"}'
  verbatim append chat-1 --role tool --call call_1 --text "on its way"`;

function listed(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

async function append(terminal: Terminal, conversation: string, options: AppendOptions): Promise<void> {
  const body = await bodyOf(options);
  const client = await connect(options);
  const answer = await client.send('POST', route`/v1/conversations/${conversation}/messages`, { body });
  printAnswer(terminal, options, answer, (value) => `appended ${shown(valueAt(value, 'events.0.id'))}\n`);
}

async function bodyOf({ file, format, ...written }: AppendOptions): Promise<string> {
  if (file === undefined) {
    if (format !== undefined) throw wrongUsage('--format goes with --file');
    return `{"messages":[${messageText(written)}]}`;
  }
  const { role, text, call, toolCall } = written;
  if ([role, text, call, toolCall].some((option) => option !== undefined)) {
    throw wrongUsage('--file is a whole message: leave out --role, --text, --call and --tool-call');
  }
  const message = parsed(file, await readInput(file));
  return `{${format === undefined ? '' : `"format":${JSON.stringify(format)},`}"messages":[${message.slice()}]}`;
}

function parsed(file: string, text: string): JsonText {
  let message: JsonText;
  try {
    message = JsonText.parse(text);
  } catch (cause) {
    throw new CommandFailure(`${nameOf(file)} is not JSON: ${reasonOf(cause)}`, 1, { cause });
  }
  if (message.kind === 'object') return message;
  throw new CommandFailure(`${nameOf(file)} is not one message; \`verbatim import\` takes files of many`);
}

function nameOf(file: string): string {
  return file === '-' ? 'the standard input' : file;
}
