import { styleText } from 'node:util';
import { redact } from '@verbatim/platform';
import { Command, CommanderError, type OutputConfiguration } from 'commander';
import { groupCommands, helpLayout } from './help-groups';
import { analyticsCommand } from './commands/analytics';
import { auditCommands } from './commands/audit';
import { checkCommand } from './commands/check';
import { completionCommand } from './commands/completion';
import { contextCommands } from './commands/context';
import { appendCommands } from './commands/append';
import { conversationCommands } from './commands/conversations';
import { describeCommands } from './commands/describe';
import { deadLetterCommands } from './commands/dead-letters';
import { doctorCommand } from './commands/doctor';
import { ignoredCommand } from './commands/ignored';
import { importCommand } from './commands/import';
import { initCommand } from './commands/init';
import { kafkaCommands } from './commands/kafka';
import { keyCommands } from './commands/keys';
import { lagCommand } from './commands/lag';
import { migrateCommand } from './commands/migrate';
import { modelCommands } from './commands/models';
import { parkedCommands } from './commands/parked';
import { pluginCommands } from './commands/plugins';
import { policyCommands } from './commands/policy';
import { recallCommand } from './commands/recall';
import { sawCommand } from './commands/saw';
import { serveCommand } from './commands/serve';
import { stateCommand } from './commands/state';
import { settingsCommands } from './commands/settings';
import { topicCommands } from './commands/topics';
import { demoCommand } from './demo/demo-command';
import { exitCodes, exitCodeMeanings } from './exit-codes';
import { exitCodeOf, reasonOf } from './failure';
import type { Terminal } from './terminal';

const groups = [
  initCommand,
  serveCommand,
  migrateCommand,
  importCommand,
  checkCommand,
  appendCommands,
  conversationCommands,
  describeCommands,
  stateCommand,
  contextCommands,
  recallCommand,
  sawCommand,
  auditCommands,
  topicCommands,
  analyticsCommand,
  policyCommands,
  pluginCommands,
  settingsCommands,
  modelCommands,
  deadLetterCommands,
  parkedCommands,
  keyCommands,
  lagCommand,
  ignoredCommand,
  doctorCommand,
  kafkaCommands,
  demoCommand,
  completionCommand,
];

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

/** The command `verbatim` with all its subcommands (SPEC 9, Commands). */
export function createProgram(terminal: Terminal): Command {
  const program = new Command('verbatim')
    .description('Keeps every message of every LLM conversation, and serves each model call what fits.')
    .configureOutput(outputOf(terminal))
    .configureHelp({ ...helpLayout, styleTitle: (title) => styleText('bold', title) })
    .showHelpAfterError('(--help explains it)')
    .exitOverride()
    .addHelpText('after', helpEnd);
  groups.forEach((add) => add(program, terminal));
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
    await createProgram(terminal).parseAsync(words, { from: 'user' });
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
