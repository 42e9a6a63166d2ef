import { CLOSE_BRACE, CLOSE_BRACKET, COLON, COMMA, isSpace, OPEN_BRACE } from './bytes';
import { DocumentFault } from './document-fault';
import type { Entries, Part } from './part';
import type { Chunk } from './span';
import { ValueScan } from './value-scan';

/** A list from after its opening bracket to its closing one; each of its elements is an entry. */
export class ListScan implements Part {
  ended = false;
  private value: ValueScan | null = null;
  private next: 'first' | 'element' | 'separator' = 'first';

  constructor(private readonly entries: Entries) {}

  scan(chunk: Chunk, from: number): number {
    let at = from;
    while (at < chunk.bytes.length && !this.ended) {
      if (this.value !== null) at = this.follow(this.value, chunk, at);
      else {
        const byte = chunk.bytes[at] as number;
        if (!isSpace(byte)) this.token(byte, chunk, at);
        if (this.value === null) at += 1;
      }
    }
    return at;
  }

  private token(byte: number, chunk: Chunk, at: number): void {
    const place = chunk.offset + at;
    if (byte === CLOSE_BRACKET && this.next !== 'element') {
      this.ended = true;
    } else if (this.next === 'separator') {
      if (byte !== COMMA) throw new DocumentFault('not JSON: expected a comma or the closing bracket', place);
      this.next = 'element';
    } else if (byte === OPEN_BRACE) {
      this.value = new ValueScan(chunk, at);
    } else if ([COMMA, COLON, CLOSE_BRACE, CLOSE_BRACKET].includes(byte)) {
      throw new DocumentFault('not JSON: expected an entry', place);
    } else {
      throw this.entries.notAnObject(place);
    }
  }

  private follow(value: ValueScan, chunk: Chunk, at: number): number {
    const end = value.follow(chunk, at);
    if (end === null) return chunk.bytes.length;
    this.entries.add(value.start, value.bytes(chunk, end));
    this.value = null;
    this.next = 'separator';
    return end;
  }
}
