import { VerbatimError } from '@verbatim/conversation';
import type { SplitBody } from '../format';
import { type JsonText, parseJson } from '../json-text';

/** A body as it is split: the raw texts of its messages need no more than their list. */
export interface BodyParts {
  /** What stands as the list of messages; the whole body where it is no object. */
  readonly list: JsonText | undefined;
  /** The raw text of what stands apart; null where nothing does. */
  readonly apart: string | null;
}

/** Of a body, or of a bare list. @throws VerbatimError `request-invalid` where the text is no JSON */
export function bodyParts(bodyText: string, listKey: string, apartKey?: string): BodyParts {
  const body = parseJson(bodyText, 'request-invalid');
  const apart = apartKey === undefined ? undefined : body.property(apartKey);
  return {
    list: body.kind === 'object' ? body.property(listKey) : body,
    apart: apart === undefined || apart.kind === 'null' ? null : apart.slice(),
  };
}

/**
 * `{messages}` or a bare list of messages; `apartKey` names what stands apart in a body.
 * @throws VerbatimError `request-invalid`
 */
export function splitMessages(bodyText: string, apartKey?: string): SplitBody {
  const { list, apart } = bodyParts(bodyText, 'messages', apartKey);
  if (list?.kind !== 'array') {
    throw new VerbatimError('request-invalid', 'expected a list of messages or an object with "messages"');
  }
  return { system: apart, messages: list.elements().map((message) => message.slice()) };
}
