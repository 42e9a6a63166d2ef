import { jsonFault } from './fault';

/** A text is not JSON; lines and columns count from 1, and are null where they are not known. */
export class NotJson extends SyntaxError {
  private constructor(
    readonly reason: string,
    readonly place: { readonly line: number; readonly column: number } | null,
    cause: unknown,
  ) {
    const where = place === null ? '' : ` at line ${place.line}, column ${place.column}`;
    super(reason === '' ? 'not JSON' : `not JSON: ${reason}${where}`, { cause });
    this.name = 'NotJson';
  }

  /** Of a text that could not be parsed. */
  static of(text: string, cause: unknown): NotJson {
    if (text.trim() === '') return new NotJson('it is empty', null, cause);
    const fault = jsonFault(text);
    if (fault === undefined) return new NotJson('', null, cause);
    const before = text.slice(0, fault.offset);
    const line = before.split('\n').length;
    const column = fault.offset - before.lastIndexOf('\n');
    return new NotJson(fault.what, { line, column }, cause);
  }
}
