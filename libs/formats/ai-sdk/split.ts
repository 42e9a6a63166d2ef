import { splitMessages } from '../decoding';
import type { SplitBody } from '../format';

/** @see Format.split */
export function split(bodyText: string): SplitBody {
  return splitMessages(bodyText, 'system');
}

/** @see Format.systemData */
export function systemData(system: string): string {
  return `{"format":"ai-sdk","system":${system}}`;
}
