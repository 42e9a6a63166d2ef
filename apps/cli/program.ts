import { styleText } from 'node:util';
import { redact } from '@verbatim/platform/redaction';
import { Command, CommanderError, type OutputConfiguration } from 'commander';
import { commandGroups } from './command-groups';
import { exitCodes, exitCodeMeanings } from './exit-codes';
import { exitCodeOf, reasonOf } from './failure';
import { groupCommands, helpLayout } from './help-groups';
import type { Terminal } from './terminal';
import { versionLine } from './version';

const helpEnd = `
Examples:
  verbatim serve                          run everything here, in one process
  verbatim import chat.json               import messages, from another terminal
  verbatim context chat --model gpt-4o    make the context of the next call
  verbatim policy assign chat agentkit    have the conversation summarised
  verbatim doctor                         find what is wrong, and what to do

Exit codes:
${Object.entries(exitCodes)
  .map(([name, code]) => `  ${code}  ${exitCodeMeanings[name as keyof typeof exitCodes]}`)
  .join('\n')}`;

/**
 * The command `verbatim` with its subcommands (SPEC 9, Commands): those that `words` may mean, so that no other has to be
 * loaded; without words all of them.
 */
export function createProgram(terminal: Terminal, words: readonly string[] = []): Command {
  const program = new Command('verbatim')
    .description('Keeps every message of every LLM conversation, and serves each model call what fits.')
    .configureOutput(outputOf(terminal))
    .configureHelp({ ...helpLayout, styleTitle: (title) => styleText('bold', title) })
    .showHelpAfterError('(--help explains it)')
    .exitOverride()
    .version(versionLine(), '--version', 'print the name and the version')
    .addHelpText('after', helpEnd);
  commandGroups(words).forEach((add) => add(program, terminal));
  groupCommands(program);
  return program;
}

/** Help has its headings in bold where there is colour; commander takes it out elsewhere. */
function outputOf(terminal: Terminal): OutputConfiguration {
  return {
    writeOut: (text) => terminal.out(text),
    writeErr: (text) => terminal.err(text),
    getOutHelpWidth: () => terminal.style.width ?? 80,
    getOutHasColors: () => terminal.style.colour,
  };
}

/**
 * Runs one command line, without the names of Node and the script. Gives the exit code; an error is one sentence on
 * `terminal.err`.
 */
export async function run(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await createProgram(terminal, words).parseAsync(words, { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    await terminal.end?.();
    // Commander has said already what is wrong with the command line.
    if (!(error instanceof CommanderError)) terminal.err(`verbatim: ${redact(reasonOf(error))}\n`);
    return exitCodeOf(error);
  } finally {
    await terminal.end?.();
  }
}
