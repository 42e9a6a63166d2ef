import { Option, type Command } from 'commander';
import { clientCommand, type ClientOptions } from '../client-command';
import { connect } from '../connection';
import { readText } from '../document-file';
import { awaitFile, importFile, type Imported } from '../import/import-file';
import { importFormats, readSource, type ImportFormat } from '../import/source';
import { Progress } from '../progress';
import type { Terminal } from '../terminal';

interface ImportOptions extends ClientOptions {
  readonly format: ImportFormat;
  readonly conversation?: string;
  readonly wait: boolean;
}

/** `import`: a file's messages become events; the same file again changes nothing. */
export function importCommand(program: Command, terminal: Terminal): void {
  clientCommand(program, 'import <file...>', {
    description: 'publish the messages of files; the same file again is harmless',
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
  const client = await connect(options);
  const progress = new Progress(terminal);
  const done: Imported[] = [];
  for (const file of files) {
    const source = readSource(file, await readText(file), options.format, options.conversation);
    const imported = await importFile(client, file, source, progress);
    if (options.wait) await awaitFile(client, source, progress);
    progress.end();
    done.push(imported);
    if (!options.json) terminal.out(sentenceOf(imported));
  }
  if (options.json) terminal.out(`${JSON.stringify({ files: done })}\n`);
}

function sentenceOf({ file, accepted, conversations }: Imported): string {
  const into = conversations.length > 3 ? `${conversations.length} conversations` : conversations.join(', ');
  return `${file}: ${accepted} accepted into ${into === '' ? 'no conversation' : into}\n`;
}
