import { DatabaseError } from 'pg';
import { QueryFailedError } from 'typeorm';

export type PostgresErrorCode =
  /** A migration failed and was rolled back; those before it stay applied. */
  | 'migration-failed'
  /** A statement failed, its error was swallowed, and so the commit became a rollback. */
  | 'transaction-aborted'
  /** A transaction or session was used after it had ended. */
  | 'connection-ended'
  | 'embedded-unsupported'
  | 'embedded-binaries-missing'
  /** Run as root, and the unprivileged user Postgres runs as cannot reach a path. */
  | 'embedded-unreachable'
  | 'embedded-password-missing'
  | 'embedded-start-failed';

/** What this library itself has to report. The driver's own errors pass through: see {@link sqlState}. */
export class PostgresError extends Error {
  override readonly name = 'PostgresError';

  constructor(
    readonly code: PostgresErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The five-character SQLSTATE, also of an error kept as a cause; undefined where Postgres did not report it. */
export function sqlState(error: unknown): string | undefined {
  return driverError(error)?.code;
}

/** The name of the violated constraint, also of an error kept as a cause. */
export function constraintName(error: unknown): string | undefined {
  return driverError(error)?.constraint;
}

/** What the driver says, without a code, of a connection that is lost, or that did not answer in time. */
const lostConnection = /^Query read timeout$|Connection terminated|connection error and is not queryable/i;

/**
 * Whether the connection cannot be used after it. Postgres reports some and then hangs up, of which the pool hears only
 * later; of what was sent last the outcome is not known.
 */
export function endsConnection(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return /^(57P|08|25P03|25P04)/.test(state);
  return error instanceof Error && (lostConnection.test(error.message) || endsConnection(error.cause));
}

function driverError(error: unknown): DatabaseError | undefined {
  if (error instanceof DatabaseError) return error;
  if (error instanceof QueryFailedError) return driverError(error.driverError);
  return error instanceof Error && error.cause !== undefined ? driverError(error.cause) : undefined;
}
