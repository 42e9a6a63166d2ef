import { DocumentFault } from './document-fault';

/** A piece of a document while it is read, and its place in the document. */
export interface Chunk {
  readonly bytes: Buffer;
  readonly offset: number;
}

const MOST_BYTES = 64 * 1024 * 1024;

/** Bytes from one place of a document to another, which chunks may cut: at most 64 MiB, since they are held in memory. */
export class Span {
  /** Offset in the document of the first byte. */
  start = 0;
  private size = 0;
  private pieces: Buffer[] = [];
  /** Where it begins in the chunk that is scanned; null while it is not open. */
  private from: number | null = null;

  begin({ offset }: Chunk, at: number): void {
    if (this.size === 0) this.start = offset + at;
    this.from = at;
  }

  /** The chunk is at its end. */
  cut(chunk: Chunk): void {
    if (this.from === null) return;
    this.pause(chunk, chunk.bytes.length);
    this.from = 0;
  }

  /** What comes until the next `begin` does not belong to it. @throws DocumentFault where it is too large */
  pause({ bytes }: Chunk, to: number): void {
    const piece = bytes.subarray(this.from ?? to, to);
    this.size += piece.length;
    if (this.size > MOST_BYTES)
      throw new DocumentFault('more than 64 MiB in one entry or beside the list', this.start);
    this.pieces.push(Buffer.from(piece));
    this.from = null;
  }

  /** The bytes up to here. Where no chunk cut them they are the chunk's own, valid as long as that is. */
  end(chunk: Chunk, to: number): Buffer {
    if (this.size === 0) return chunk.bytes.subarray(this.from ?? to, to);
    this.pause(chunk, to);
    return this.take();
  }

  /** What there is, for the end of the document; nothing is left. */
  take(): Buffer {
    const bytes = Buffer.concat(this.pieces);
    this.pieces = [];
    this.size = 0;
    return bytes;
  }
}
