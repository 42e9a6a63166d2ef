import { defaultLimits, isOwnType, type Limits } from '@verbatim/conversation';

/** Limits are for producers: however small they are set, events of our own services keep the room they need. */
export function limitsFor(type: unknown, limits: Limits): Limits {
  const isOurs = typeof type === 'string' && isOwnType(type);
  if (!isOurs) return limits;
  return {
    eventBytes: Math.max(limits.eventBytes, defaultLimits.eventBytes),
    textBytes: Math.max(limits.textBytes, defaultLimits.textBytes),
    parts: Math.max(limits.parts, defaultLimits.parts),
    depth: Math.max(limits.depth, defaultLimits.depth),
    batch: Math.max(limits.batch, defaultLimits.batch),
    idCharacters: Math.max(limits.idCharacters, defaultLimits.idCharacters),
  };
}
