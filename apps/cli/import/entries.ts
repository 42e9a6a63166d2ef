import { JsonText } from '@verbatim/formats';
import { CommandFailure, reasonOf } from '../failure';

/**
 * The raw texts of the entries of a file: a list, an object whose member `list` is one, a single entry, or JSONL (an
 * entry a line; blank lines do not count).
 * @throws CommandFailure that names the file, and the line where it is JSONL
 */
export function splitEntries(file: string, text: string, list?: string): JsonText[] {
  const whole = wholeDocument(file, text);
  const entries = whole === undefined ? lines(file, text) : elements(whole, list);
  entries.forEach((entry, index) => {
    if (entry.kind !== 'object') throw new CommandFailure(`${file}: entry ${index} is not an object`);
  });
  return entries;
}

function elements(document: JsonText, list: string | undefined): JsonText[] {
  const listed = list === undefined ? undefined : document.property(list);
  const body = listed?.kind === 'array' ? listed : document;
  return body.kind === 'array' ? body.elements() : [body];
}

/** Undefined where the text as a whole is no JSON: JSONL, or faulty. */
function wholeDocument(file: string, text: string): JsonText | undefined {
  try {
    return JsonText.parse(text);
  } catch (error) {
    const isLines = /^\s*\{[^\n]*\}[ \t\r]*(\n|$)/.test(text);
    if (isLines) return undefined;
    throw new CommandFailure(`${file}: ${reasonOf(error)}`, 1, { cause: error });
  }
}

function lines(file: string, text: string): JsonText[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [JsonText.parse(line)];
    } catch (error) {
      throw new CommandFailure(`${file}, line ${index + 1}: ${reasonOf(error)}`);
    }
  });
}
