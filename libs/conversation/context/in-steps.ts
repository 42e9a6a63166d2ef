import { tokensOf, type Unit } from './entry';

/**
 * Changes the candidates, oldest first, until the units fit. A step that was begun is finished: all candidates whose
 * recorded place falls in it are changed together.
 */
export function inSteps(
  units: readonly Unit[],
  budget: number,
  step: number,
  candidates: readonly Unit[],
  change: (unit: Unit) => Unit | null,
): readonly Unit[] {
  const bucket = (unit: Unit): number => Math.ceil(unit.tokensThrough / step);
  const changed = new Map<Unit, Unit | null>();
  let excess = tokensOf(units) - budget;
  let current = -1;
  for (const unit of candidates) {
    if (excess <= 0 && bucket(unit) > current) break;
    current = bucket(unit);
    const replacement = change(unit);
    changed.set(unit, replacement);
    excess -= tokensOf([unit]) - tokensOf(replacement ? [replacement] : []);
  }
  if (changed.size === 0) return units;
  return units.flatMap((unit) => {
    const replacement = changed.get(unit);
    return replacement === undefined ? [unit] : replacement === null ? [] : [replacement];
  });
}
