import { VerbatimError } from '@verbatim/conversation';
import { parseJson } from '../json-text';

/**
 * The raw texts of the messages of a file or body: a bare list, or an object with `messages` (other keys are not
 * looked at).
 * @throws VerbatimError `request-invalid`
 */
export function splitMessages(bodyText: string): string[] {
  const body = parseJson(bodyText, 'request-invalid');
  const list = body.kind === 'object' ? body.property('messages') : body;
  if (list?.kind !== 'array') {
    throw new VerbatimError('request-invalid', 'expected a list of messages or an object with "messages"');
  }
  return list.elements().map((message) => message.slice());
}
