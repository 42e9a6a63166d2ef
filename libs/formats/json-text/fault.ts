import { parse as parseWithErrors, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { depth } from './whole-text';

/** Where a text stops being JSON: an offset in UTF-16 units, and what is wrong there. */
export interface JsonFault {
  readonly what: string;
  readonly offset: number;
}

/** Deeper texts are invalid without a position: finding it takes a parser that recurses. */
const LOCATABLE_DEPTH = 200;

const words: Readonly<Record<string, string>> = {
  InvalidSymbol: 'a word or sign that JSON does not have',
  InvalidNumberFormat: 'a number that JSON does not allow',
  PropertyNameExpected: 'expected a name in double quotes',
  ValueExpected: 'expected a value',
  ColonExpected: 'expected a colon',
  CommaExpected: 'expected a comma',
  CloseBraceExpected: 'expected a closing brace',
  CloseBracketExpected: 'expected a closing bracket',
  EndOfFileExpected: 'expected the end of the text',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'JSON has no comments',
  UnexpectedEndOfString: 'a text without its closing quote',
  UnexpectedEndOfNumber: 'a number that stops short',
  InvalidUnicode: String.raw`\u without four hexadecimal digits`,
  InvalidEscapeCharacter: 'an escape that JSON does not have',
  InvalidCharacter: 'a control character within a text',
};

/** The first fault of a text that `JSON.parse` refuses; undefined where it cannot be located. */
export function jsonFault(text: string): JsonFault | undefined {
  if (depth(text) > LOCATABLE_DEPTH) return undefined;
  const errors: ParseError[] = [];
  parseWithErrors(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors;
  if (!first) return undefined;
  const name = printParseErrorCode(first.error);
  return { what: words[name] ?? name, offset: first.offset };
}
