import type { FormatNotice } from '../format';
import { depth, JsonText } from '../json-text';

interface ArgumentsObject {
  /** Raw JSON text of an object. */
  readonly json: string;
  readonly repairs: readonly FormatNotice[];
}

/** Arguments as a JSON object, for targets that take no text: text that is none is wrapped as `{"arguments": text}`. */
export function argumentsObject(text: string, part: number): ArgumentsObject {
  if (text.trim() === '') return { json: '{}', repairs: [] };
  if (isObject(text)) return { json: text, repairs: [] };
  const detail = 'the arguments are no JSON object and leave as {"arguments": …}';
  return {
    json: JSON.stringify({ arguments: text }),
    repairs: [{ code: 'arguments-wrapped', part, detail }],
  };
}

/** Deeper ones would exhaust the stack of whoever parses the body; the limit on an event's nesting does not see them. */
const MOST_NESTED = 100;

function isObject(text: string): boolean {
  if (depth(text) > MOST_NESTED) return false;
  try {
    return JsonText.parse(text).kind === 'object';
  } catch {
    return false;
  }
}
