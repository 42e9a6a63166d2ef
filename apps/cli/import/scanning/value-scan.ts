import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  isSpace,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from './bytes';
import { Span, type Chunk } from './span';

/** Follows one JSON value to its end by brackets and quotes alone. Chunks may cut it at any byte. */
export class ValueScan {
  private readonly span = new Span();
  private depth = 0;
  private isText = false;
  private isEscaped = false;

  /** @param at the value's first byte */
  constructor(chunk: Chunk, at: number) {
    this.span.begin(chunk, at);
  }

  /** Offset of the value in the document. */
  get start(): number {
    return this.span.start;
  }

  /** The offset after the value in this chunk; null where it goes on in the next. */
  follow(chunk: Chunk, from: number): number | null {
    const { bytes } = chunk;
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at] as number;
      if (this.isText) {
        if (this.isEscaped) this.isEscaped = false;
        else if (byte === BACKSLASH) this.isEscaped = true;
        else if (byte === QUOTE) this.isText = false;
        if (!this.isText && this.depth === 0) return at + 1;
      } else if (byte === QUOTE) {
        this.isText = true;
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        this.depth += 1;
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        if (this.depth === 0) return at;
        this.depth -= 1;
        if (this.depth === 0) return at + 1;
      } else if (this.depth === 0 && (byte === COMMA || isSpace(byte))) {
        return at;
      }
    }
    this.span.cut(chunk);
    return null;
  }

  /** Its bytes, once `follow` gave an end. */
  bytes(chunk: Chunk, end: number): Buffer {
    return this.span.end(chunk, end);
  }
}
