import { CLOSE_BRACE, COLON, COMMA, isSpace, OPEN_BRACKET, QUOTE } from './bytes';
import { DocumentFault, faultWithin } from './document-fault';
import { ListScan } from './list-scan';
import type { Entries, Part } from './part';
import { Span, type Chunk } from './span';
import { ValueScan } from './value-scan';

type Next = 'first-name' | 'name' | 'colon' | 'value' | 'separator';

/** An object from its opening brace to its closing one. Where it has one of these lists it is a body, and the elements of the list are entries. */
export class ObjectScan implements Part {
  ended = false;
  /** It has a member of one of these names. */
  isBody = false;
  /** Once it has ended: the object, its list of entries empty. */
  bytes: Buffer = Buffer.alloc(0);
  private next: Next = 'first-name';
  private value: ValueScan | null = null;
  private list: ListScan | null = null;
  private hasList = false;
  private name = '';
  private readonly kept = new Span();

  constructor(
    chunk: Chunk,
    at: number,
    private readonly listNames: readonly string[],
    private readonly entries: Entries,
  ) {
    this.kept.begin(chunk, at);
  }

  get start(): number {
    return this.kept.start;
  }

  scan(chunk: Chunk, from: number): number {
    let at = from;
    while (at < chunk.bytes.length && !this.ended) {
      if (this.list !== null) at = this.readList(this.list, chunk, at);
      else if (this.value !== null) at = this.follow(this.value, chunk, at);
      else {
        const byte = chunk.bytes[at] as number;
        if (!isSpace(byte)) this.token(byte, chunk, at);
        if (this.value === null) at += 1;
      }
    }
    if (!this.ended) this.kept.cut(chunk);
    return at;
  }

  private token(byte: number, chunk: Chunk, at: number): void {
    const refuse = (message: string) => new DocumentFault(`not JSON: ${message}`, chunk.offset + at);
    if (byte === CLOSE_BRACE && (this.next === 'first-name' || this.next === 'separator')) {
      this.bytes = this.kept.end(chunk, at + 1);
      this.ended = true;
    } else if (this.next === 'value') {
      this.beginValue(byte, chunk, at);
    } else if (this.next === 'colon') {
      if (byte !== COLON) throw refuse('expected a colon');
      this.next = 'value';
    } else if (this.next === 'separator') {
      if (byte !== COMMA) throw refuse('expected a comma or the closing brace');
      this.next = 'name';
    } else {
      if (byte !== QUOTE) throw refuse('expected a name in double quotes');
      this.value = new ValueScan(chunk, at);
    }
  }

  private beginValue(byte: number, chunk: Chunk, at: number): void {
    const isListName = this.listNames.includes(this.name);
    this.isBody ||= isListName;
    if (!isListName || byte !== OPEN_BRACKET) {
      this.value = new ValueScan(chunk, at);
      return;
    }
    if (this.hasList) {
      throw new DocumentFault(`"${this.name}" is a second list of entries`, chunk.offset + at);
    }
    this.hasList = true;
    this.list = new ListScan(this.entries);
    this.kept.pause(chunk, at + 1);
  }

  private readList(list: ListScan, chunk: Chunk, from: number): number {
    const at = list.scan(chunk, from);
    if (!list.ended) return at;
    this.list = null;
    this.kept.begin(chunk, at - 1);
    this.next = 'separator';
    return at;
  }

  private follow(value: ValueScan, chunk: Chunk, at: number): number {
    const end = value.follow(chunk, at);
    if (end === null) return chunk.bytes.length;
    const read = parsed(value.bytes(chunk, end).toString(), value.start);
    this.value = null;
    if (this.next === 'value') {
      this.next = 'separator';
    } else {
      this.name = String(read);
      this.next = 'colon';
    }
    return end;
  }
}

function parsed(text: string, start: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw faultWithin(text, start);
  }
}
