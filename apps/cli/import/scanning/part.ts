import { DocumentFault } from './document-fault';
import type { Chunk } from './span';

/** An entry as it is written. Its bytes are valid until the next chunk is scanned. */
export interface RawEntry {
  /** Offset of its first byte in the document. */
  readonly start: number;
  readonly bytes: Buffer;
}

/** A part of a document that is read chunk by chunk. */
export interface Part {
  /** True once its last byte was read. */
  readonly ended: boolean;
  /** Reads from `at` on. Gives the offset after what it took: the chunk's length, or less where the part ended. */
  scan(chunk: Chunk, at: number): number;
}

/** The entries found so far, in order. */
export class Entries {
  private found: RawEntry[] = [];
  private count = 0;

  add(start: number, bytes: Buffer): void {
    this.found.push({ start, bytes });
    this.count += 1;
  }

  /** Those since the last time. */
  take(): RawEntry[] {
    const { found } = this;
    this.found = [];
    return found;
  }

  notAnObject(offset: number): DocumentFault {
    return new DocumentFault(`entry ${this.count} is not an object`, offset);
  }
}
