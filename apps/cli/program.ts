import { redact } from '@verbatim/platform/redaction';
import { Command, CommanderError } from 'commander';
import { commandGroups } from './command-groups';
import { exitCodeOf, reasonOf } from './failure';
import type { Terminal } from './terminal';
import { versionLine } from './version';

/**
 * The command `verbatim` with its subcommands (SPEC 9, Commands): those that `words` may mean, so that no other has to be
 * loaded; without words all of them.
 */
export function createProgram(terminal: Terminal, words: readonly string[] = []): Command {
  const program = new Command('verbatim')
    .description('Keeps every message of every LLM conversation, and serves each model call what fits.')
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .showHelpAfterError('(--help explains it)')
    .exitOverride()
    .version(versionLine(), '--version', 'print the name and the version')
    .addHelpText('after', '\nExample: verbatim serve, then in another terminal: verbatim import chat.json');
  commandGroups(words).forEach((add) => add(program, terminal));
  return program;
}

/**
 * Runs one command line, without the names of Node and the script. Gives the exit code; an error is one sentence on
 * `terminal.err`.
 */
export async function run(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await createProgram(terminal, words).parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    terminal.err(`verbatim: ${redact(reasonOf(error))}\n`);
    return exitCodeOf(error);
  }
}
