import { createHash } from 'node:crypto';
import type { FormatName } from '@verbatim/conversation';
import { emptyFile, fileFault } from '../file-fault';
import type { ImportDocument } from './import-document';
import { BODY_LISTS, ENTRIES, parseEntry, readEntries, type TextEntry } from './read-entries';
import { DocumentFault, EmptyDocument } from './scanning/document-fault';
import type { BodyParts } from './split-body';

/** What the first reading of a document tells: everything that the second must know before it sends anything. */
export interface Survey extends BodyParts {
  /** Ids follow from it: SHA-256 of the whole text, its first 16 hexadecimal digits. */
  readonly digest: string;
  readonly entries: number;
}

export interface Reading {
  /** The name of a format, or null for events, which stand in no body. */
  readonly format: FormatName | null;
  /** Bytes read so far. */
  readonly onBytes: (bytes: number) => void;
  /** @throws DocumentFault where the entry cannot be sent */
  readonly check: (entry: TextEntry, value: unknown) => void;
  readonly signal: AbortSignal;
}

/**
 * Reads a document once, to its end, before anything of it is sent: its digest makes the ids, and a document that is not
 * JSON throughout is refused as a whole. @throws CommandFailure that names the place of a fault
 */
export async function survey(document: ImportDocument, reading: Reading): Promise<Survey> {
  const hash = createHash('sha256');
  let [bytes, entries] = [0, 0];
  const onChunk = (chunk: Buffer): void => {
    hash.update(chunk);
    bytes += chunk.length;
    reading.onBytes(bytes);
    reading.signal.throwIfAborted();
  };
  try {
    const reader = readEntries(document, reading.format === null ? [] : BODY_LISTS, onChunk);
    for (;;) {
      const { value, done } = await reader.next();
      if (done === true) {
        const digest = hash.digest('hex').slice(0, 16);
        const parts = bodyParts(document.name, value, reading.format);
        return { digest, ...parts, entries: entries + parts.unlisted.length };
      }
      for (const entry of value) reading.check(entry, parseEntry(entry));
      entries += value.length;
    }
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error;
    if (error instanceof EmptyDocument) throw emptyFile(document.name, ENTRIES);
    throw fileFault(document.name, error.message, await document.placeOf(error.offset), error);
  }
}

function bodyParts(file: string, body: string | null, name: FormatName | null): BodyParts {
  if (body === null || name === null) return { system: null, unlisted: [] };
  // Loaded when needed: all formats are.
  const { splitBody }: typeof import('./split-body') = require('./split-body');
  return splitBody(file, body, name);
}
