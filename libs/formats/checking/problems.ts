import type { Violation } from '../format';
import { isObject } from '../json-object';

/** What a rule finds; whoever runs the rule adds its name. */
export type Problem = Omit<Violation, 'rule'>;

/** Anything that a rule looks at one by one; `index` is its message's or item's in the body, null where it stands apart. */
interface View {
  readonly index: number | null;
}

/** Of the body itself. */
export function inBody(detail: string): Problem[] {
  return [{ index: null, detail }];
}

/** What `problem` finds in each one; null where there is nothing to say. `at` is its place in the list. */
export function inEach<V extends View>(
  views: readonly V[],
  problem: (view: V, at: number) => string | null,
): Problem[] {
  return views.flatMap((view, at) => {
    const detail = problem(view, at);
    return detail === null ? [] : [{ index: view.index, detail }];
  });
}

/** What `problem` says of each one that has the key of an earlier one; null is no key. */
export function inRepeated<V extends View>(
  views: readonly V[],
  keyOf: (view: V) => unknown,
  problem: (key: string) => string,
): Problem[] {
  const seen = new Set<unknown>();
  return inEach(views, (view) => {
    const key = keyOf(view);
    if (key === null || key === undefined) return null;
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated ? problem(String(key)) : null;
  });
}

/** What keeps a value from being a list with something in it. `name` is its key in the body. */
export function notListed(list: unknown, name: string): Problem[] {
  if (!Array.isArray(list)) return inBody(`expected an object with a list "${name}"`);
  return list.length === 0 ? inBody(`the list "${name}" is empty`) : [];
}

/** Of each entry of a list that is no object. */
export function notObjects(list: unknown, what: string): Problem[] {
  const entries: readonly unknown[] = Array.isArray(list) ? list : [];
  return entries.flatMap((entry, index) =>
    isObject(entry) ? [] : [{ index, detail: `${what} is an object` }],
  );
}
