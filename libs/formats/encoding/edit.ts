import type { EncodedMessage, FormatNotice } from '../format';
import { JsonText, withoutProperties, withProperty } from '../json-text';
import { noticesOf } from './written';

/** A change to a message that came in the target's own format. */
export interface Edit {
  /** Members to set, as raw JSON by name; null takes one out. Every other one stays as it was written. */
  readonly members: Readonly<Record<string, string | null>>;
  readonly losses?: readonly FormatNotice[];
  readonly repairs?: readonly FormatNotice[];
}

export const NO_EDIT: Edit = { members: {} };

/** The object with all changes made. */
export function edited(object: JsonText, edits: readonly Edit[]): EncodedMessage {
  const members = edits.flatMap((edit) => Object.entries(edit.members));
  return { text: members.reduce(withMember, object.slice()), ...noticesOf(edits) };
}

function withMember(text: string, [name, raw]: [string, string | null]): string {
  const object = JsonText.parse(text);
  return raw === null ? withoutProperties(object, [name]) : withProperty(object, name, raw);
}
