import { sqlState } from '@verbatim/postgres';

const lostConnection = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
]);
/** What the driver says, without a code, of a connection that ended or that the pool did not give in time. */
const withoutCode =
  /Connection terminated|timeout exceeded when trying to connect|connection error and is not queryable|^Query read timeout$/i;

/**
 * Whether Postgres was out of reach, or did not get to it in time: SQLSTATE classes 08, 57P and 53, a statement or a wait
 * for a lock that took too long (57014, 55P03), a transaction ended for its idleness (25P03), or no connection at all.
 */
export function isOutage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const state = sqlState(error);
  if (state !== undefined) return /^(08|57P|53|57014|55P03|25P03)/.test(state);
  if ('code' in error && lostConnection.has(String(error.code))) return true;
  if ('message' in error && withoutCode.test(String(error.message))) return true;
  return ['cause', 'driverError'].some((name) => isOutage(Reflect.get(error, name)));
}
