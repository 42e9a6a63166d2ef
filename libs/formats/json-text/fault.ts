import { parse as parseWithErrors, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { depth } from './whole-text';

/** Where a text stops being JSON: an offset in UTF-16 units, and what is wrong there. */
export interface JsonFault {
  readonly what: string;
  readonly offset: number;
}

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

/** The first fault of a text that `JSON.parse` refuses; undefined where it cannot be located. */
export function jsonFault(text: string): JsonFault | undefined {
  if (depth(text) > LOCATABLE_DEPTH) return undefined;
  const errors: ParseError[] = [];
  parseWithErrors(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors;
  if (!first) return undefined;
  return { what: words[printParseErrorCode(first.error)], offset: first.offset };
}
