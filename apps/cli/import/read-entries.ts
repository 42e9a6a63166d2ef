import { isUtf8 } from 'node:buffer';
import type { ImportDocument } from './import-document';
import { DocumentFault, faultWithin } from './scanning/document-fault';
import { DocumentScanner } from './scanning/document-scanner';
import type { RawEntry } from './scanning/part';

/** One entry of a document: its exact text, its place from 0, and the offset of its first byte. */
export interface TextEntry {
  readonly index: number;
  readonly start: number;
  readonly text: string;
}

/** What a document is expected to hold. */
export const ENTRIES = 'messages or events in JSON or JSONL';

/** Where the formats' bodies have their messages. */
export const BODY_LISTS = ['messages', 'input'];

/**
 * The entries of a document, as many at a time as a chunk has; returns the body that they stood in, its list empty.
 * `onChunk` sees every chunk first. @throws DocumentFault, with the entries before it given already
 */
export async function* readEntries(
  document: Pick<ImportDocument, 'chunks'>,
  listNames: readonly string[],
  onChunk: (chunk: Buffer) => void = () => undefined,
): AsyncGenerator<readonly TextEntry[], string | null> {
  const scanner = new DocumentScanner(listNames);
  let count = 0;
  const read = (entry: RawEntry): TextEntry => readEntry(entry, count++);
  for await (const chunk of document.chunks()) {
    onChunk(chunk);
    yield scanner.scan(chunk).map(read);
  }
  yield scanner.end().map(read);
  return scanner.body === null ? null : textOf(scanner.body, 0);
}

/** @throws DocumentFault where its bytes are no text */
export function readEntry({ start, bytes }: RawEntry, index: number): TextEntry {
  return { index, start, text: textOf(bytes, start) };
}

function textOf(bytes: Buffer, start: number): string {
  if (isUtf8(bytes)) return bytes.toString();
  throw new DocumentFault('not UTF-8 text', start);
}

/** @throws DocumentFault where the entry is not JSON */
export function parseEntry({ text, start }: TextEntry): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw faultWithin(text, start);
  }
}
