import { isSpace, NEWLINE, OPEN_BRACE } from './bytes';
import type { Entries, Part } from './part';
import { Span, type Chunk } from './span';

/** Lines to the end of the document: an entry each, blank ones apart. */
export class LinesScan implements Part {
  readonly ended = false;
  private readonly line = new Span();

  private hasBegun = false;

  constructor(private readonly entries: Entries) {}

  scan(chunk: Chunk, from: number): number {
    let at = from;
    if (!this.hasBegun) this.line.begin(chunk, at);
    this.hasBegun = true;
    for (;;) {
      const end = chunk.bytes.indexOf(NEWLINE, at);
      if (end === -1) break;
      const start = this.line.start;
      this.take(this.line.end(chunk, end), start);
      at = end + 1;
      this.line.begin(chunk, at);
    }
    this.line.cut(chunk);
    return chunk.bytes.length;
  }

  end(): void {
    this.take(this.line.take(), this.line.start);
  }

  private take(line: Buffer, place: number): void {
    let [start, end] = [0, line.length];
    while (start < end && isSpace(line[start] as number)) start += 1;
    while (start < end && isSpace(line[end - 1] as number)) end -= 1;
    if (start === end) return;
    if (line[start] !== OPEN_BRACE) throw this.entries.notAnObject(place + start);
    this.entries.add(place + start, line.subarray(start, end));
  }
}
