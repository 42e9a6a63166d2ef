import { createHash } from 'node:crypto';
import type { FormatNotice, ShownCall } from '../format';

/** What a provider takes as a call's id. */
export interface CallIdRule {
  readonly pattern: RegExp;
  readonly maxLength: number;
  /** True where no two calls of a body may share an id. */
  readonly unique: boolean;
}

/** The id as it leaves; another one, always the same for the same call and result, where the provider refuses it. */
export function callIdFor(
  { pattern, maxLength, unique }: CallIdRule,
  callId: string,
  call: ShownCall | undefined,
): string {
  const again = unique ? (call?.again ?? null) : null;
  if (again === null && pattern.test(callId) && callId.length <= maxLength) return callId;
  const hash = createHash('sha256')
    .update(`${callId}\n${again ?? ''}`)
    .digest('hex');
  return `call_${hash.slice(0, 24)}`;
}

/** Listed where a call leaves with another id; not again for its result. */
export function renamedCall(from: string, to: string, part: number): FormatNotice[] {
  return from === to
    ? []
    : [{ code: 'call-id-changed', part, detail: `the call id ${from} leaves as ${to}` }];
}
