import { NotJson } from '@verbatim/formats/json-text';
import { fileProblem } from '@verbatim/platform/file-problem';
import { CommandFailure, reasonOf } from './failure';

/** What is wrong with a file, where in it (`file:line:column`), and what to do. */
export function fileFault(
  file: string,
  problem: string,
  place: Place | null,
  cause?: unknown,
): CommandFailure {
  const where = place === null ? file : `${file}:${place.line}:${place.column}`;
  return new CommandFailure(`${where}: ${problem}`, 1, { cause });
}

interface Place {
  readonly line: number;
  readonly column: number;
}

export function unreadable(file: string, cause: unknown): CommandFailure {
  return new CommandFailure(`${file} cannot be read: ${fileProblem(cause)}`, 1, { cause });
}

export function emptyFile(file: string, expected: string): CommandFailure {
  return new CommandFailure(`${file} is empty: expected ${expected}`);
}

/** Of a text that is not JSON; `linesBefore` stand before it in the file. */
export function notJson(file: string, error: unknown, linesBefore = 0): CommandFailure {
  if (!(error instanceof NotJson)) return fileFault(file, reasonOf(error), null, error);
  const { reason, place } = error;
  const problem = reason === '' ? 'not JSON' : `not JSON: ${reason}`;
  const found = place && { line: place.line + linesBefore, column: place.column };
  return fileFault(file, problem, found, error);
}
