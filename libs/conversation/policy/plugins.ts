import type { PolicyDocument } from './document';
import type { Policy } from './policy';
import { refuse, shown, valueAt, type Problem } from './problems';

/** The chain's fixed first link, the window (SPEC 6). */
const first = 'default';

/** Known by name, not built yet. */
export const pluginsNotBuilt = ['token-budget', 'role-pair-enforcer'] as const;

type WrittenChain = NonNullable<PolicyDocument['plugins']>;

/** The names in a chain that is not validated yet; undefined where an entry has none. */
export function pluginNames(chain: unknown): unknown[] {
  if (!Array.isArray(chain)) return [];
  return chain.map((entry: unknown) => (typeof entry === 'string' ? entry : valueAt(entry, ['name'])));
}

/**
 * The chain with `default` first, added where it was left out. Throws `policy-invalid` where `default` stands elsewhere
 * or is given options, and `plugin-unknown`.
 */
export function pluginChain(written: WrittenChain): Policy['plugins'] {
  const chain = written.map((entry) =>
    typeof entry === 'string'
      ? { name: entry, options: {} }
      : { name: entry.name, options: entry.options ?? {} },
  );
  refuse('policy-invalid', chain.flatMap(misplaced));
  refuse('plugin-unknown', chain.flatMap(unknownPlugin));
  return chain[0]?.name === first ? chain : [{ name: first, options: {} }, ...chain];
}

type Link = Policy['plugins'][number];

function misplaced({ name, options }: Link, index: number): Problem[] {
  if (name !== first) return [];
  if (index > 0)
    return [{ path: `plugins.${index}`, problem: `${shown(name)} is always first and stands once` }];
  if (Object.keys(options).length === 0) return [];
  return [{ path: `plugins.${index}.options`, problem: `${shown(name)} takes no options` }];
}

function unknownPlugin({ name }: Link, index: number): Problem[] {
  return name === first
    ? []
    : [{ path: `plugins.${index}`, problem: `${shown(name)} is unknown; available: ${first}` }];
}
