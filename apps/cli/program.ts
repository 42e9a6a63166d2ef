import { redact } from '@verbatim/platform';
import { Command, CommanderError } from 'commander';
import { analyticsCommand } from './commands/analytics';
import { auditCommands } from './commands/audit';
import { checkCommand } from './commands/check';
import { contextCommands } from './commands/context';
import { appendCommands } from './commands/append';
import { conversationCommands } from './commands/conversations';
import { describeCommands } from './commands/describe';
import { deadLetterCommands } from './commands/dead-letters';
import { doctorCommand } from './commands/doctor';
import { ignoredCommand } from './commands/ignored';
import { importCommand } from './commands/import';
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
import { settingsCommands } from './commands/settings';
import { topicCommands } from './commands/topics';
import { demoCommand } from './demo/demo-command';
import { exitCodeOf, reasonOf } from './failure';
import type { Terminal } from './terminal';

const groups = [
  serveCommand,
  migrateCommand,
  importCommand,
  checkCommand,
  appendCommands,
  conversationCommands,
  describeCommands,
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
];

/** The command `verbatim` with all its subcommands (SPEC 9, Commands). */
export function createProgram(terminal: Terminal): Command {
  const program = new Command('verbatim')
    .description('Keeps every message of every LLM conversation, and serves each model call what fits.')
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .showHelpAfterError('(--help explains it)')
    .exitOverride()
    .addHelpText('after', '\nExample: verbatim serve, then in another terminal: verbatim import chat.json');
  groups.forEach((add) => add(program, terminal));
  return program;
}

/**
 * Runs one command line, without the names of Node and the script. Gives the exit code; an error is one sentence on
 * `terminal.err`.
 */
export async function run(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await createProgram(terminal).parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    terminal.err(`verbatim: ${redact(reasonOf(error))}\n`);
    return exitCodeOf(error);
  }
}
