import { JsonText } from '@verbatim/formats/json-text';
import type { FormatName } from '@verbatim/conversation';
import { emptyFile, fileFault } from '../file-fault';
import { BODY_LISTS, ENTRIES, parseEntry, readEntry, type TextEntry } from './read-entries';
import { DocumentFault } from './scanning/document-fault';
import { DocumentScanner } from './scanning/document-scanner';
import { splitBody } from './split-body';

export interface Messages {
  /** Raw JSON text of what stands apart from the messages, such as a system prompt. */
  readonly system: string | null;
  readonly texts: readonly JsonText[];
}

/**
 * The raw texts of the entries of a file: a list, a single entry, or JSONL (an entry a line; blank lines do not count).
 * @throws CommandFailure that names the file, and the line and column of a fault
 */
export function splitEntries(file: string, text: string): readonly JsonText[] {
  return scanned(file, text, []).entries;
}

/** The same, where a body of the format is read too. */
export function splitMessages(file: string, text: string, name: FormatName): Messages {
  const { entries, body } = scanned(file, text, BODY_LISTS);
  if (body === null) return { system: null, texts: entries };
  const { system, unlisted } = splitBody(file, body, name);
  return { system, texts: unlisted.length > 0 ? unlisted.map((one) => JsonText.parse(one)) : entries };
}

function scanned(file: string, text: string, listNames: readonly string[]) {
  if (text.trim() === '') throw emptyFile(file, ENTRIES);
  const scanner = new DocumentScanner(listNames);
  try {
    const found = [...scanner.scan(Buffer.from(text)), ...scanner.end()].map(readEntry);
    return { entries: found.map(asJson), body: scanner.body?.toString() ?? null };
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error;
    const before = Buffer.from(text).subarray(0, error.offset).toString();
    const place = { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
    throw fileFault(file, error.message, place, error);
  }
}

function asJson(entry: TextEntry): JsonText {
  return JsonText.of(entry.text, parseEntry(entry));
}
