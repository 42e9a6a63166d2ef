import type { Limits } from '@verbatim/conversation';
import type { Configuration } from './configuration-schema';

/** The limits of SPEC 9 as configured. */
export function limitsOf({ limits: { id, ...limits } }: Configuration): Limits {
  return { ...limits, idCharacters: id };
}
