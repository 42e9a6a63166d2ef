import { joinedInto, type Unit } from '../context/entry';
import type { WindowView } from '../context/build-context';
import type { ContextLimits, CountTokens, Notice } from '../context/source';
import type { PluginEffects } from './effects';
import { plainEntry } from './history';

export interface ApplyOptions {
  readonly overhead: ContextLimits['overhead'];
  readonly count: CountTokens;
}

/** The view without what the plugin left out, and with its texts; what it did is among the losses. Throws where the effects are of another view. */
export function applyEffects(
  view: WindowView,
  plugin: string,
  effects: PluginEffects,
  options: ApplyOptions,
): WindowView {
  const units = new Map(view.units.map((unit) => [idOf(unit), unit]));
  const take = (id: string): Unit => {
    const unit = units.get(id);
    if (!unit) throw new Error(`the plugin ${plugin} names ${id}, which is not in this view`);
    return unit;
  };
  const left = new Set(view.left);
  for (const id of effects.dropped) {
    const unit = take(id);
    if (unit.kept || unit.kind === 'pinned') throw new Error(`${id} must be shown, ${plugin} left it out`);
    if (unit.kind === 'turn') left.add(unit.ordinal);
    units.delete(id);
  }
  for (const { id, text } of effects.cut) units.set(id, withText(take(id), [], text, options));
  for (const { id, with: others, text } of effects.merged) {
    const joined = others.map(take);
    units.set(id, withText(take(id), joined, text, options));
    for (const other of others) units.delete(other);
  }
  return {
    ...view,
    units: [...units.values()],
    left,
    losses: [...view.losses, ...noticesOf(plugin, effects)],
  };
}

function idOf({ entries }: Unit): string {
  return entries[0]?.event ?? '';
}

/** A plain unit that shows another text, in the place of itself and of those joined into it. */
function withText(
  unit: Unit,
  others: readonly Unit[],
  text: string,
  { overhead, count }: ApplyOptions,
): Unit {
  const entry = plainEntry(unit);
  if (!entry || others.some((other) => plainEntry(other) === null)) {
    throw new Error(`${idOf(unit)} is no plain message`);
  }
  const joined = [...joinedInto(entry), ...others.flatMap(eventsOf)];
  const { event, role, source, parts, calls } = entry;
  const tokens = count(text) + overhead.perMessage;
  const all = [unit, ...others];
  return {
    ...unit,
    tokensThrough: Math.max(...all.map(({ tokensThrough }) => tokensThrough)),
    kept: all.some(({ kept }) => kept),
    unread: all.some(({ unread }) => unread),
    entries: [
      {
        kind: 'replacement',
        event,
        role,
        source,
        parts,
        calls,
        text,
        tokens,
        ...(joined.length > 0 ? { joined } : {}),
      },
    ],
  };
}

function eventsOf(unit: Unit): string[] {
  const entry = plainEntry(unit);
  return entry ? [entry.event, ...joinedInto(entry)] : [];
}

function noticesOf(plugin: string, { dropped, cut, merged }: PluginEffects): Notice[] {
  return [
    ...dropped.map((event) => ({
      code: 'plugin-dropped',
      event,
      detail: `the plugin ${plugin} left it out`,
    })),
    ...cut.map(({ id }) => ({
      code: 'plugin-cut',
      event: id,
      detail: `the plugin ${plugin} shortened its text`,
    })),
    ...merged.map(({ id, with: others }) => ({
      code: 'plugin-merged',
      event: id,
      detail: `the plugin ${plugin} joined ${others.join(', ')} to it`,
    })),
  ];
}
