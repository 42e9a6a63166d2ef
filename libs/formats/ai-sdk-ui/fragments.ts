import type { JsonText } from '../json-text';
import type { Outcome } from './tool-part';

/** Some parts of a message; pieces with the same key that follow each other are one message again. */
export function pieceFragment(key: string, message: string): string {
  return `{"role":"assistant","piece":${JSON.stringify(key)},"message":${message}}`;
}

/** What came of a call; it goes into the tool part of the message that made the call. */
export function resultFragment(toolCallId: string, outcome: Outcome): string {
  const [[name, value] = ['output', 'null']] = Object.entries(outcome);
  return `{"role":"tool","toolCallId":${JSON.stringify(toolCallId)},"${name}":${value}}`;
}

export type Fragment =
  | { readonly kind: 'message'; readonly message: JsonText; readonly piece: string | null }
  | { readonly kind: 'result'; readonly toolCallId: string; readonly outcome: Outcome };

export function readFragment(json: JsonText): Fragment {
  const toolCallId = json.property('toolCallId');
  if (toolCallId) return { kind: 'result', toolCallId: String(toolCallId.value()), outcome: outcomeOf(json) };
  const message = json.property('message');
  const piece = json.property('piece');
  if (message && piece) return { kind: 'message', message, piece: String(piece.value()) };
  return { kind: 'message', message: json, piece: null };
}

function outcomeOf(json: JsonText): Outcome {
  const part = json.property('part');
  if (part) return { part: part.slice() };
  const errorText = json.property('errorText');
  return errorText
    ? { errorText: errorText.slice() }
    : { output: json.property('output')?.slice() ?? 'null' };
}
