import { isSpace, NEWLINE, OPEN_BRACE, OPEN_BRACKET } from './bytes';
import { DocumentFault, EmptyDocument } from './document-fault';
import { LinesScan } from './lines-scan';
import { ListScan } from './list-scan';
import { ObjectScan } from './object-scan';
import { Entries, type Part, type RawEntry } from './part';
import type { Chunk } from './span';

/**
 * Finds the entries of a document while it is read: the elements of a list, those of the list in one object (a body), or
 * an object a line (JSONL). One object alone may span lines. Entries keep their exact bytes; chunks may cut the document
 * anywhere. It holds one entry in memory at most, or what a body has beside its list. An entry is told by its brackets:
 * whether it is JSON is for its reader to see.
 */
export class DocumentScanner {
  /** At the end: a body with its list empty; null where the document is no body. */
  body: Buffer | null = null;
  private offset = 0;
  private part: Part | null = null;
  private state: 'start' | 'part' | 'rest-of-line' | 'end' = 'start';
  private readonly entries = new Entries();

  /** @param listNames the names of the list in a body; without any an object is always an entry */
  constructor(private readonly listNames: readonly string[] = []) {}

  /** The entries that end in this chunk. @throws DocumentFault */
  scan(bytes: Buffer): RawEntry[] {
    const chunk = { bytes, offset: this.offset };
    for (let at = 0; at < bytes.length;) at = this.step(chunk, at);
    this.offset += bytes.length;
    return this.entries.take();
  }

  /** The entry that only the end of the document ends. @throws DocumentFault where the document ends too early */
  end(): RawEntry[] {
    if (this.part instanceof LinesScan) this.part.end();
    else if (this.state === 'start') throw new EmptyDocument();
    else if (this.state === 'part') {
      throw new DocumentFault('not JSON: the text ends before everything is closed', this.offset);
    }
    return this.entries.take();
  }

  private step(chunk: Chunk, from: number): number {
    const start = this.part === null ? this.between(chunk, from) : from;
    if (this.part === null) return start;
    const at = this.part.scan(chunk, start);
    if (this.part.ended) this.endPart(this.part);
    return at;
  }

  /** A byte outside of every part: it may begin one. */
  private between(chunk: Chunk, at: number): number {
    const byte = chunk.bytes[at] as number;
    if (this.state === 'rest-of-line' && byte === NEWLINE) {
      this.part = new LinesScan(this.entries);
      this.state = 'part';
    } else if (!isSpace(byte)) {
      this.begin(byte, chunk, at);
    }
    return at + 1;
  }

  private begin(byte: number, chunk: Chunk, at: number): void {
    const refuse = (message: string) => new DocumentFault(`not JSON: ${message}`, chunk.offset + at);
    if (this.state === 'rest-of-line') throw refuse('expected the end of the line');
    if (this.state === 'end') throw refuse('expected the end of the text');
    if (byte === OPEN_BRACKET) this.part = new ListScan(this.entries);
    else if (byte === OPEN_BRACE) this.part = new ObjectScan(chunk, at, this.listNames, this.entries);
    else throw new DocumentFault('expected a list, an object, or an object a line', chunk.offset + at);
    this.state = 'part';
  }

  private endPart(part: Part): void {
    this.part = null;
    this.state = 'end';
    if (!(part instanceof ObjectScan)) return;
    if (part.isBody) {
      this.body = Buffer.from(part.bytes);
      return;
    }
    this.entries.add(part.start, part.bytes);
    if (!part.bytes.includes(NEWLINE)) this.state = 'rest-of-line';
  }
}
