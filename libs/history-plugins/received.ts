import type { History } from '@verbatim/conversation';

/** The list that a plugin answered with. A number stands for what the plugin was given at that place. */
export function received(json: string, history: History): unknown {
  const list: unknown = JSON.parse(json);
  if (!Array.isArray(list)) return list;
  return list.map((each: unknown) => {
    if (typeof each === 'number') return history[each];
    return typeof each === 'object' && each !== null && 'own' in each ? each.own : undefined;
  });
}
