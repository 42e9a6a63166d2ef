import { fieldsOf } from '../json-object';
import type { JsonText } from '../json-text';

/** A message of the body to be; `fragment` is the text that it came from. */
export interface BodyMessage {
  readonly json: JsonText;
  readonly fragment: number;
  readonly role: unknown;
  /** Ids of its calls. */
  readonly calls: readonly string[];
  /** The id of the call it answers. */
  readonly answers: unknown;
}

export function bodyMessage(json: JsonText, fragment: number): BodyMessage {
  const { role, tool_calls: calls, tool_call_id: answers } = fieldsOf(json.value());
  return {
    json,
    fragment,
    role,
    calls: Array.isArray(calls) ? calls.map((call) => String(fieldsOf(call)['id'])) : [],
    answers,
  };
}
