import { jsonFault } from './fault';
import { endOfString, endOfValue, isSpace, skipSpace } from './scan';

export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

/** A member of an object: `start` is the offset of its name's opening quote. */
export interface JsonMember {
  readonly name: string;
  readonly start: number;
  readonly value: JsonText;
}

/**
 * A JSON value as the piece of text it was written as. Parsing loses integers beyond 2^53, `1.0`, escapes and the
 * order of integer-like keys; slices of the source lose nothing. Offsets are UTF-16 units of `text`.
 */
export class JsonText {
  private scannedMembers: readonly JsonMember[] | undefined;
  private scannedElements: readonly JsonText[] | undefined;

  private constructor(
    readonly text: string,
    readonly start: number,
    readonly end: number,
    private parsed?: unknown,
  ) {}

  /** @throws SyntaxError that says where the text stops being JSON (RFC 8259: no comments, no trailing commas). */
  static parse(text: string): JsonText {
    return JsonText.of(text, parseStrictly(text));
  }

  /** A text that was parsed already: `value` is what `JSON.parse` made of it. */
  static of(text: string, value: unknown): JsonText {
    return new JsonText(text, skipSpace(text, 0), endBeforeSpace(text), value);
  }

  get kind(): JsonKind {
    switch (this.text[this.start]) {
      case '{':
        return 'object';
      case '[':
        return 'array';
      case '"':
        return 'string';
      case 't':
      case 'f':
        return 'boolean';
      case 'n':
        return 'null';
      default:
        return 'number';
    }
  }

  /** The source text of this value. */
  slice(): string {
    return this.text.slice(this.start, this.end);
  }

  /** What `JSON.parse` makes of this value, the same object each time. What it holds are the values of what this holds. */
  value(): unknown {
    this.parsed ??= JSON.parse(this.slice());
    return this.parsed;
  }

  /** In source order, duplicates included; none where this is no object. */
  members(): readonly JsonMember[] {
    this.scannedMembers ??= this.scanMembers();
    return this.scannedMembers;
  }

  /** None where this is no list. */
  elements(): readonly JsonText[] {
    this.scannedElements ??= this.scanElements();
    return this.scannedElements;
  }

  /** Of duplicate names the last one, as `JSON.parse` has it. */
  property(name: string): JsonText | undefined {
    return this.members().findLast((member) => member.name === name)?.value;
  }

  private scanMembers(): JsonMember[] {
    if (this.kind !== 'object') return [];
    const members: JsonMember[] = [];
    let at = skipSpace(this.text, this.start + 1);
    while (this.text[at] !== '}') {
      const nameEnd = endOfString(this.text, at);
      const name = JSON.parse(this.text.slice(at, nameEnd)) as string;
      const value = this.childAt(skipSpace(this.text, skipSpace(this.text, nameEnd) + 1));
      members.push({ name, start: at, value });
      at = this.nextItem(value.end);
    }
    this.shareParsedWith(members);
    return members;
  }

  private scanElements(): JsonText[] {
    if (this.kind !== 'array') return [];
    const elements: JsonText[] = [];
    let at = skipSpace(this.text, this.start + 1);
    while (this.text[at] !== ']') {
      const element = this.childAt(at);
      if (Array.isArray(this.parsed)) element.parsed = this.parsed[elements.length];
      elements.push(element);
      at = this.nextItem(element.end);
    }
    return elements;
  }

  /** Of duplicate names the parsed object holds one only. */
  private shareParsedWith(members: readonly JsonMember[]): void {
    if (this.parsed === undefined) return;
    const values = this.parsed as Readonly<Record<string, unknown>>;
    if (Object.keys(values).length < members.length) return;
    for (const { name, value } of members) value.parsed = values[name];
  }

  private childAt(start: number): JsonText {
    return new JsonText(this.text, start, endOfValue(this.text, start));
  }

  private nextItem(valueEnd: number): number {
    const at = skipSpace(this.text, valueEnd);
    return this.text[at] === ',' ? skipSpace(this.text, at + 1) : at;
  }
}

function endBeforeSpace(text: string): number {
  let end = text.length;
  while (isSpace(text.charCodeAt(end - 1))) end -= 1;
  return end;
}

function parseStrictly(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SyntaxError(`not JSON${whereNotJson(text)}`, { cause });
  }
}

function whereNotJson(text: string): string {
  if (text.trim() === '') return ': the text is empty';
  const fault = jsonFault(text);
  if (!fault) return '';
  const before = text.slice(0, fault.offset);
  const line = before.split('\n').length;
  const column = fault.offset - before.lastIndexOf('\n');
  return `: ${fault.what} at line ${line}, column ${column}`;
}
