import type { CallIdRule } from '../encoding';
import type { FormatNotice } from '../format';

/** Of the calls that the runtime answers. */
export const CALL_ID: CallIdRule = { pattern: /^[a-zA-Z0-9_-]+$/, maxLength: Infinity, unique: true };

/** Of the calls that the provider answers itself. */
export const SERVER_CALL_ID = /^srvtoolu_[a-zA-Z0-9_]+$/;

export const TOOL_NAME_LENGTH = 128;

export const TOOL_NAME = new RegExp(`^[a-zA-Z0-9_-]{1,${TOOL_NAME_LENGTH}}$`);

export function emptyText(part: number): FormatNotice {
  return { code: 'empty-text', part, detail: 'anthropic takes no text of white space only: it is left out' };
}
