import { isShown } from '../encoding';
import type { FormatNotice, MessageSource } from '../format';
import { type JsonText, withoutProperties } from '../json-text';

/** What a response says about itself beside the message. */
const RESPONSE_KEYS: ReadonlySet<string> = new Set(
  [
    ['id', 'type', 'model', 'stop_reason', 'stop_sequence', 'stop_details'],
    ['usage', 'container', 'context_management', 'diagnostics'],
  ].flat(),
);

/** Keys that a notice names; of the others it gives the number. */
const NAMED = 5;

function otherKeys(native: JsonText): string[] {
  return native.members().flatMap(({ name }) => (name === 'role' || name === 'content' ? [] : [name]));
}

/** The message as the API takes it: role and content alone. */
export function withoutOtherKeys(native: JsonText): string {
  return withoutProperties(native, otherKeys(native));
}

/** What a message says beside role and content; of a message in pieces told with the first. */
export function keysLost(native: JsonText, source: MessageSource): FormatNotice[] {
  const names = otherKeys(native).filter((key) => !RESPONSE_KEYS.has(key));
  if (!isShown(source, 0) || names.length === 0) return [];
  const named = names.slice(0, NAMED).map((name) => JSON.stringify(name));
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more keys` : '';
  const detail = `anthropic has no place for ${named.join(', ')}${more} in a message`;
  return [{ code: 'part-not-carried', detail }];
}
