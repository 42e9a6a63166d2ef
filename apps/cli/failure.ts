// What commands throw, and what an error says.
export { CommandFailure, exitCodeOf, wrongUsage } from './exit-codes';

/** What an error says; where that is nothing (several addresses were tried) what those inside it say. */
export function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  if ('errors' in error && Array.isArray(error.errors) && error.errors.length > 0) {
    return [...new Set(error.errors.map(reasonOf))].join('; ');
  }
  return 'message' in error && typeof error.message === 'string' ? error.message : String(error);
}
