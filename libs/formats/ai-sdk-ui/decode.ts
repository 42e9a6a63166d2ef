import type { Message } from '@verbatim/conversation';
import { read } from '../decoding';
import type { JsonText } from '../json-text';
import { readParts } from './decode-parts';
import { messageFrame } from './schema';
import { slotsOf } from './slots';

/**
 * One UIMessage as the canonical message; a tool part that has an output is a call and its result.
 * @throws VerbatimError `event-invalid`, one sentence that begins with `path`
 */
export function decode(data: JsonText, path: string): Message {
  const { role, model } = read(messageFrame, data.value(), path);
  const list = data.property('parts');
  const slots = list ? slotsOf(readParts(list, role, `${path}.parts`)) : [];
  return { role, parts: slots.map(({ part }) => part), ...(model === undefined ? {} : { model }) };
}
