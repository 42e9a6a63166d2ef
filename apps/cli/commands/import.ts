import { Option, type Command } from 'commander';
import { clientCommand, type ClientOptions } from '../client-command';
import { connect } from '../connection';
import { CommandFailure } from '../failure';
import { ImportDocument } from '../import/import-document';
import { importDocument, type Imported, type ImportWork } from '../import/import-file';
import { counted } from '../import/meter';
import { conversationOf, importFormats, type ImportFormat } from '../import/source';
import type { Terminal } from '../terminal';

interface ImportOptions extends ClientOptions {
  readonly format: ImportFormat;
  readonly conversation?: string;
  readonly wait: boolean;
}

/** `import`: a file's messages become events; the same file again changes nothing. */
export function importCommand(program: Command, terminal: Terminal): void {
  clientCommand(program, 'import <file...>', {
    description:
      'publish the messages of files, or of - (standard input); a file that was imported before adds nothing',
    example: 'import chat.json --conversation chat-1',
  })
    .addOption(
      new Option(
        '--format <format>',
        'a format: a list of its messages, a body as {"messages": […]} or {"input": […]}, or a message a line; events: CloudEvents',
      )
        .choices([...importFormats])
        .default('openai-chat'),
    )
    .option('--conversation <id>', "the conversation (default: the file's name without its ending)")
    .option('--wait', 'wait until the service has everything in its journal', true)
    .option('--no-wait', 'end as soon as everything is in the log')
    .action((files: readonly string[], options: ImportOptions) => importFiles(terminal, files, options));
}

async function importFiles(
  terminal: Terminal,
  files: readonly string[],
  options: ImportOptions,
): Promise<void> {
  const targets = files.map((file) => ({ file, messages: targetOf(file, options) }));
  const client = await connect(options);
  const interruption = new AbortController();
  const interrupt = (): void => interruption.abort();
  // A second one ends the process at once.
  process.once('SIGINT', interrupt);
  const done: Imported[] = [];
  try {
    for (const { file, messages } of targets) {
      const work = { client, terminal, messages, wait: options.wait, signal: interruption.signal };
      const imported = await importFile(file, work);
      done.push(imported);
      if (!options.json) terminal.out(sentenceOf(imported, messages === null ? 'event' : 'message'));
    }
  } finally {
    process.off('SIGINT', interrupt);
  }
  if (options.json) terminal.out(`${JSON.stringify({ files: done })}\n`);
}

async function importFile(file: string, work: ImportWork): Promise<Imported> {
  const document = await ImportDocument.open(file);
  try {
    return await importDocument(document, work);
  } finally {
    await document.close();
  }
}

function targetOf(file: string, { format, conversation }: ImportOptions): ImportWork['messages'] {
  if (format === 'verbatim-export') {
    throw new CommandFailure(
      'the format verbatim-export is not built yet: use a format of messages, or events',
    );
  }
  if (format === 'events') {
    if (conversation === undefined) return null;
    throw new CommandFailure('events name their conversation themselves: leave out --conversation');
  }
  if (file === '-' && conversation === undefined) {
    throw new CommandFailure('standard input has no name: say the conversation with --conversation');
  }
  return { format, conversation: conversationOf(file, conversation) };
}

/** `chat.json: 62 messages into chat: 0 new, 62 were there already` */
function sentenceOf({ file, accepted, known, conversations, ...imported }: Imported, noun: string): string {
  const what = `${counted(accepted)} ${noun}${accepted === 1 ? '' : 's'}`;
  const into =
    conversations.length > 3 ? `${counted(conversations.length)} conversations` : conversations.join(', ');
  const there = `${counted(known)} ${known === 1 ? 'was' : 'were'} there already`;
  return `${file}: ${what}${into === '' ? '' : ` into ${into}`}: ${counted(imported.new)} new, ${there}\n`;
}
