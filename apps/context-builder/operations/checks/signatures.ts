import type { Tally } from '@verbatim/conversation-store';
import { ok, warning, type Check } from '../check';
import { counted, example, LATELY_HOURS } from './conversations';

/** How this service signs, and what it would have projectors take. */
export interface Signing {
  readonly keyId: string;
  /** By `VERBATIM_SIGNING_KEYS`; else the key is the database's own. */
  readonly isConfigured: boolean;
  readonly acceptUnsigned: boolean;
}

export function signatures(refused: Tally, { keyId, isConfigured, acceptUnsigned }: Signing): Check {
  const key = `key ${keyId}, ${isConfigured ? 'of VERBATIM_SIGNING_KEYS' : "the database's own"}`;
  if (refused.total > 0) {
    const remedy =
      'give all services of this log the same VERBATIM_SIGNING_KEYS (two databases that project one log need it), and ' +
      'upgrade those of a version that does not sign; what none of them sent was forged: restrict who may write to the topic';
    const detail = `${counted(refused, 'event')} of our own types ignored in ${LATELY_HOURS} hours (${key})`;
    return warning('signatures', detail + example(refused), remedy);
  }
  if (!acceptUnsigned) return ok('signatures', `our events are signed with ${key}; none was refused`);
  return warning(
    'signatures',
    'whoever may write to the topic may write events of our own types: VERBATIM_SIGNATURES is accept-unsigned',
    'set VERBATIM_SIGNATURES=required once every service has a version that signs, and `verbatim lag` shows 0',
  );
}
