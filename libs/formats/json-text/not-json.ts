import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { depth } from './whole-text';

/** Deeper texts are invalid without a position: finding it takes a parser that recurses. */
const LOCATABLE_DEPTH = 200;

type Fault = ReturnType<typeof printParseErrorCode>;

const words: Readonly<Record<Fault, string>> = {
  InvalidSymbol: 'a text or name stands without double quotes',
  InvalidNumberFormat: 'a number is not written as JSON has it',
  PropertyNameExpected: 'expected a name in double quotes',
  ValueExpected: 'expected a value',
  ColonExpected: 'expected ":"',
  CommaExpected: 'expected ","',
  CloseBraceExpected: 'expected "}"',
  CloseBracketExpected: 'expected "]"',
  EndOfFileExpected: 'expected the end of the text',
  InvalidCommentToken: 'comments are not allowed',
  UnexpectedEndOfComment: 'comments are not allowed',
  UnexpectedEndOfString: 'a text has no closing quote',
  UnexpectedEndOfNumber: 'a number has no end',
  InvalidUnicode: String.raw`expected four hexadecimal digits after \u`,
  InvalidEscapeCharacter: 'a backslash stands before a letter that is no escape',
  InvalidCharacter: 'a control character stands in a text: write it as an escape',
  '<unknown ParseErrorCode>': 'it is malformed',
};

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
    if (depth(text) > LOCATABLE_DEPTH) return new NotJson('', null, cause);
    const errors: ParseError[] = [];
    parse(text, errors, { disallowComments: true, allowTrailingComma: false });
    const [first] = errors;
    if (!first) return new NotJson('', null, cause);
    const before = text.slice(0, first.offset);
    const line = before.split('\n').length;
    const column = first.offset - before.lastIndexOf('\n');
    return new NotJson(words[printParseErrorCode(first.error)], { line, column }, cause);
  }
}
