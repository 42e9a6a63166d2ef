import { LineCounter, parseDocument, type Document, type ErrorCode } from 'yaml';

/** Where a text stops being YAML, counted from 1, and why. The text is never quoted. */
export interface YamlFault {
  readonly line: number;
  readonly column: number;
  readonly reason: string;
}

const words: Readonly<Partial<Record<ErrorCode, string>>> = {
  BAD_ALIAS: 'an alias (*name) has no anchor (&name) before it: put a text that begins with * in quotes',
  BAD_DQ_ESCAPE: 'a backslash in double quotes stands before a letter that is no escape',
  BAD_INDENT: 'the line is indented differently from those beside it',
  BAD_SCALAR_START: 'a text begins with a reserved character: put it in quotes',
  BLOCK_AS_IMPLICIT_KEY:
    'a second ": " stands on the line: put the value in quotes, or its keys on lines of their own',
  BLOCK_IN_FLOW: 'an indented block stands inside of { } or [ ]',
  DUPLICATE_KEY: 'a key stands there twice',
  MISSING_CHAR: 'a colon, a comma, a quote or a closing bracket is missing',
  MULTILINE_IMPLICIT_KEY: 'a line has no ":" after its key',
  MULTIPLE_DOCS: 'it holds more than one document (---)',
  TAB_AS_INDENT: 'a tab indents the line: use spaces',
  UNEXPECTED_TOKEN: 'a character is not expected there',
};

/** Reads YAML; what is wrong first is said in words. */
export function readYaml(text: string): { readonly document: Document; readonly fault: YamlFault | null } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [first] = document.errors;
  if (first === undefined) return { document, fault: null };
  const { line, col: column } = lines.linePos(first.pos[0]);
  return { document, fault: { line, column, reason: words[first.code] ?? 'it is malformed' } };
}
