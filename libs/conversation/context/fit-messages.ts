import { VerbatimError } from '../errors';
import { messagesIn, type Unit } from './entry';

/**
 * Leaves at most `ceiling` unpinned messages, whole oldest units first. The cut moves in steps counted from the
 * messages' ordinals, so that it stays where it is for many calls. Throws `budget-impossible` where what must be shown
 * is more than that.
 */
export function fitMessages(units: readonly Unit[], ceiling: number, cutStep: number): Unit[] {
  if (messagesIn(units) <= ceiling) return [...units];
  const cut = quantized(firstOrdinalKept(units, ceiling), Math.floor(ceiling * cutStep));
  const shown = units.filter((unit) => !isDroppable(unit) || unit.ordinal >= cut);
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

/** The ordinal of the oldest droppable unit that fits, or one beyond the newest where none does. */
function firstOrdinalKept(units: readonly Unit[], ceiling: number): number {
  let surplus = messagesIn(units) - ceiling;
  let beyond = 0;
  for (const unit of units.filter(isDroppable)) {
    if (surplus <= 0) return unit.ordinal;
    surplus -= messagesIn([unit]);
    beyond = unit.ordinal + 1;
  }
  return beyond;
}

function quantized(ordinal: number, step: number): number {
  return step > 0 ? Math.ceil(ordinal / step) * step : ordinal;
}
