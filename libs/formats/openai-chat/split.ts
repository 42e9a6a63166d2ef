import { splitMessages } from '../decoding';
import type { SplitBody } from '../format';

/** @see Format.split */
export function split(bodyText: string): SplitBody {
  return splitMessages(bodyText);
}

/** Nothing stands apart from a chat's messages: a system prompt given beside them is one more message. */
export function systemData(system: string): string {
  return `{"format":"openai-chat","role":"system","content":${system}}`;
}
