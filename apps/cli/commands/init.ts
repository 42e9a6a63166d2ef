import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Option, type Command } from 'commander';
import { command } from '../client-command';
import { CommandFailure, reasonOf } from '../failure';
import { configurationName, conversationName, policyName, sampleFiles } from '../init/sample-files';
import { displayOf } from '../output';
import type { Terminal } from '../terminal';

interface InitOptions {
  readonly data: string;
  readonly json?: true;
}

const DEFAULT_DATA = '.verbatim';

/** `init`: files to begin with, each of which works as it is. */
export function initCommand(program: Command, terminal: Terminal): void {
  command(program, 'init [folder]', {
    description:
      'write a commented configuration, a policy and a conversation to begin with; files that exist are kept',
    example: 'init --data .verbatim',
  })
    .addOption(
      new Option('--data <folder>', 'the data folder that the configuration names').default(DEFAULT_DATA),
    )
    .action((folder: string | undefined, options: InitOptions) => init(terminal, folder ?? '.', options));
}

async function init(terminal: Terminal, folder: string, { data, json }: InitOptions): Promise<void> {
  const files = sampleFiles(data).map(({ name, text }) => ({ path: join(folder, name), text }));
  const taken = files.filter(({ path }) => existsSync(path)).map(({ path }) => path);
  if (taken.length > 0) {
    const are = taken.length === 1 ? 'is' : 'are';
    throw new CommandFailure(
      `nothing was written: ${taken.join(', ')} ${are} there already (\`verbatim init FOLDER\` writes elsewhere)`,
    );
  }
  try {
    await mkdir(folder, { recursive: true });
    for (const { path, text } of files) await writeFile(path, text, { flag: 'wx' });
  } catch (cause) {
    throw new CommandFailure(`${folder} cannot be written to: ${reasonOf(cause)}`, undefined, { cause });
  }
  const next = nextCommands(folder, data);
  const written = files.map(({ path }) => path);
  if (json) terminal.out(`${JSON.stringify({ written, next })}\n`);
  else {
    const display = displayOf(terminal, {});
    const lines = next.map((line) => `  ${display.cyan(line)}\n`).join('');
    terminal.out(
      `${written.map((path) => `wrote ${path}\n`).join('')}${display.section('Next, the last two in another terminal')}${lines}`,
    );
  }
}

function nextCommands(folder: string, data: string): string[] {
  const file = (name: string): string => quoted(join(folder, name));
  const where = data === DEFAULT_DATA ? '' : ` --data ${quoted(data)}`;
  return [
    `verbatim serve --config ${file(configurationName)}`,
    `verbatim policy set support ${file(policyName)}${where}`,
    `verbatim import ${file(conversationName)}${where}`,
  ];
}

/** For a shell. */
function quoted(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
