import { ConfigurationError } from '@verbatim/platform/configuration-error';

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

/** What an error says; where that is nothing (several addresses were tried) what those inside it say. */
export function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  if ('errors' in error && Array.isArray(error.errors) && error.errors.length > 0) {
    return [...new Set(error.errors.map(reasonOf))].join('; ');
  }
  return 'message' in error && typeof error.message === 'string' ? error.message : String(error);
}
