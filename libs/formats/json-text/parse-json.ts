import { type ErrorCode, VerbatimError } from '@verbatim/conversation/errors';
import { JsonText } from './json-text';

/** `JsonText.parse` for texts whose writer is told what was wrong. @throws VerbatimError with the given code */
export function parseJson(text: string, code: ErrorCode): JsonText {
  try {
    return JsonText.parse(text);
  } catch (cause) {
    if (text.trim() === '') throw new VerbatimError(code, 'the text is empty: expected JSON', {}, { cause });
    throw new VerbatimError(code, cause instanceof Error ? cause.message : 'not JSON', {}, { cause });
  }
}
