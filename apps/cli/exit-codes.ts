import { CommanderError } from 'commander';
import { ConfigurationError } from '@verbatim/platform/configuration-error';

/** How a command ends; scripts decide by these. */
export const exitCodes = {
  done: 0,
  /** Also where a check found what it looks for: bytes that differ, a problem, a record that would be refused. */
  failed: 1,
  usage: 2,
  unreachable: 3,
  unauthenticated: 4,
} as const;

type ExitName = keyof typeof exitCodes;

/** For `--help` and the documents. */
export const exitCodeMeanings: Readonly<Record<ExitName, string>> = {
  done: 'done',
  failed: 'failed, or a check found something (a difference, a problem)',
  usage: 'the command line or the configuration is at fault',
  unreachable: 'no service answers',
  unauthenticated: 'the service wants another API key',
};

/** A command that could not do what was asked: one sentence for the person who typed it. */
export class CommandFailure extends Error {
  constructor(
    message: string,
    readonly exitCode: number = exitCodes.failed,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'CommandFailure';
  }
}

/** Options that do not go together, or one that lacks: what commander cannot know. */
export function wrongUsage(message: string): CommandFailure {
  return new CommandFailure(message, exitCodes.usage);
}

/** `--help` ends with 0, every other complaint about the command line as wrong usage. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  if (error instanceof ConfigurationError) return exitCodes.usage;
  return error instanceof CommandFailure ? error.exitCode : exitCodes.failed;
}
