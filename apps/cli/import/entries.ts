import { VerbatimError, type FormatName } from '@verbatim/conversation';
import { format, JsonText } from '@verbatim/formats';
import { CommandFailure } from '../failure';
import { emptyFile, notJson } from '../file-fault';

export interface Messages {
  /** Raw JSON text of what stands apart from the messages, such as a system prompt. */
  readonly system: string | null;
  readonly texts: readonly JsonText[];
}

/**
 * The raw texts of the entries of a file: a list, a single entry, or JSONL (an entry a line; blank lines do not count).
 * @throws CommandFailure that names the file, and the line where it is JSONL
 */
export function splitEntries(file: string, text: string): readonly JsonText[] {
  return entriesOf(file, text, wholeDocument(file, text));
}

function entriesOf(file: string, text: string, whole: JsonText | undefined): readonly JsonText[] {
  if (whole === undefined) return onlyObjects(file, lines(file, text));
  return onlyObjects(file, whole.kind === 'array' ? whole.elements() : [whole]);
}

/** The same, where a body of the format is read too. */
export function splitMessages(file: string, text: string, name: FormatName): Messages {
  const whole = wholeDocument(file, text);
  const isBody = whole?.kind === 'object' && BODY_KEYS.some((key) => whole.property(key) !== undefined);
  if (!isBody) return { system: null, texts: entriesOf(file, text, whole) };
  try {
    const { system, messages } = format(name).split(text);
    return {
      system,
      texts: onlyObjects(
        file,
        messages.map((message) => JsonText.parse(message)),
      ),
    };
  } catch (error) {
    if (!(error instanceof VerbatimError)) throw error;
    throw new CommandFailure(`${file}: ${error.message}`, 1, { cause: error });
  }
}

/** Where the formats' bodies have their messages. */
const BODY_KEYS = ['messages', 'input'];

function onlyObjects(file: string, entries: readonly JsonText[]): readonly JsonText[] {
  entries.forEach((entry, index) => {
    if (entry.kind !== 'object') throw new CommandFailure(`${file}: entry ${index} is not an object`);
  });
  return entries;
}

/** Undefined where the text as a whole is no JSON: JSONL, or faulty. */
function wholeDocument(file: string, text: string): JsonText | undefined {
  try {
    return JsonText.parse(text);
  } catch (error) {
    const isLines = /^\s*\{[^\n]*\}[ \t\r]*(\n|$)/.test(text);
    if (isLines) return undefined;
    if (text.trim() === '') throw emptyFile(file, 'messages or events in JSON or JSONL');
    throw notJson(file, error);
  }
}

function lines(file: string, text: string): JsonText[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [JsonText.parse(line)];
    } catch (error) {
      throw notJson(file, error, index);
    }
  });
}
