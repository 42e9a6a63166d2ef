import { ConfigurationError } from '@verbatim/platform';

/** A command that could not do what was asked: one sentence for the person who typed it. */
export class CommandFailure extends Error {
  constructor(
    message: string,
    readonly exitCode = 1,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'CommandFailure';
  }
}

/** 2 where the configuration is at fault, 1 for everything else. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommandFailure) return error.exitCode;
  return error instanceof ConfigurationError ? 2 : 1;
}

/** What an error says, also one of several addresses tried, whose own message is empty. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return [...new Set(error.errors.map(reasonOf))].join('; ');
  }
  return error instanceof Error && error.message !== '' ? error.message : String(error);
}
