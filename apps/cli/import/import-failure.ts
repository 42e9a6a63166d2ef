import { ApiError } from '../api-error';
import { CommandFailure } from '../failure';
import type { ImportDocument } from './import-document';
import type { Entry } from './source';

/** What went wrong with a request, and the entries that were in it. */
export class RequestFailure extends Error {
  constructor(
    override readonly cause: unknown,
    readonly entries: readonly Entry[],
  ) {
    super('a request failed', { cause });
  }
}

/** The same error with the place in the document, instead of the one in the request. */
export async function located(error: unknown, document: ImportDocument): Promise<unknown> {
  if (!(error instanceof RequestFailure)) return error;
  const { cause, entries } = error;
  if (!(cause instanceof ApiError)) return cause;
  const { index } = cause.problem;
  const entry = entries[index ?? 0];
  if (entry === undefined) return cause;
  const { line, column } = await document.placeOf(entry.start);
  const place = `entry ${entry.index}`;
  const where = index === undefined ? `from ${place} on` : place;
  const message =
    `${document.name}:${line}:${column}: ${where}: ${cause.message}. ` +
    'What comes before is in the log. A file that was changed is another one: import only what is missing from it';
  return new CommandFailure(message, 1, { cause });
}
