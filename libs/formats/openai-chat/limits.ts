import type { CallIdRule } from '../encoding';
import type { FormatNotice } from '../format';

/** What chat completions take; each limit's source stands at the rule that checks it. */
export const CALL_ID: CallIdRule = { pattern: /./s, maxLength: 40, unique: false };
export const TOOL_NAME_LENGTH = 64;
export const MOST_CALLS = 128;
const NAME_LENGTH = 64;

/** The name of a message's author: not empty, without white space and the characters `<|\/>`. */
export function isAuthorName(name: string): boolean {
  return /^[^\s<|\\/>]+$/.test(name) && Array.from(name).length <= NAME_LENGTH;
}

/** The author's name as it leaves, null where there is none or nothing is left of it, and what was changed. */
export function authorName(name: string | null): {
  name: string | null;
  repairs: readonly FormatNotice[];
} {
  if (name === null || isAuthorName(name)) return { name, repairs: [] };
  const allowed = name.replaceAll(/[\s<|\\/>]+/g, '_');
  const safe = Array.from(allowed).slice(0, NAME_LENGTH).join('');
  const detail = `the name ${JSON.stringify(name)} is ${safe === '' ? 'left out' : `written ${safe}`}`;
  return { name: safe === '' ? null : safe, repairs: [{ code: 'name-changed', detail }] };
}
