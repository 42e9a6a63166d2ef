import { VerbatimError } from '../errors';
import { live, nthNewestLive, type Head } from '../state';
import { messagesIn, type Unit } from './entry';

/**
 * Leaves at most `ceiling` unpinned messages, whole oldest units first. The cut moves in steps counted from the
 * messages' ordinals, so that it stays where it is for many calls. Throws `budget-impossible` where what must be shown
 * is more than that.
 */
export function fitMessages(
  units: readonly Unit[],
  head: Head,
  { messages: ceiling, cutStep }: { readonly messages: number; readonly cutStep: number },
): readonly Unit[] {
  const pending = pendingIn(units);
  if (live(head) + pending <= ceiling && messagesIn(units) <= ceiling) return units;
  const step = Math.floor(ceiling * cutStep);
  let shown = units;
  for (let reserved = pending; ;) {
    const cut = quantized(oldestShown(head, ceiling - reserved), step);
    shown = units.filter((unit) => !isDroppable(unit) || unit.ordinal >= cut);
    const keptBelow = messagesIn(shown.filter((unit) => unit.ordinal < cut));
    if (pending + keptBelow <= reserved) break;
    reserved = pending + keptBelow;
  }
  const messages = messagesIn(shown);
  if (messages <= ceiling) return shown;
  throw new VerbatimError(
    'budget-impossible',
    `${messages} messages must be shown (the newest user message, open calls and unread results), the ceiling is ${ceiling}`,
    { messages, ceiling },
  );
}

export function isDroppable(unit: Unit): boolean {
  return unit.kind === 'turn' && !unit.kept;
}

/** The ordinal from which `room` live messages are left; beyond the newest where there is no room. */
function oldestShown(head: Head, room: number): number {
  return room > 0 ? nthNewestLive(head.coverage, head.unpinned, room) : head.unpinned;
}

function pendingIn(units: readonly Unit[]): number {
  return units.flatMap((unit) => unit.entries).filter((entry) => entry.kind === 'pending').length;
}

function quantized(ordinal: number, step: number): number {
  return step > 0 ? Math.ceil(ordinal / step) * step : ordinal;
}
