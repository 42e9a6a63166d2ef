import { pluginOptions } from '../plugins/options';
import type { Parts } from './parts/parts';
import type { Policy } from './policy';
import { problemsOf, refuse, shown, type Problem } from './problems';

/** The chain's fixed first link, the window (SPEC 6). */
const first = 'default';

type Link = Policy['plugins'][number];

interface Place {
  readonly known: readonly string[];
  /** Where the chain was written. */
  readonly path: string;
}

/**
 * The chain with `default` first, added where it was left out, and options of shipped plugins filled. Throws
 * `policy-invalid` where `default` stands elsewhere or options are wrong, `plugin-unknown`, and `plugin-exists` where
 * one stands twice.
 */
export function pluginChain(
  written: NonNullable<Parts['plugins']>,
  { known, path }: Place,
): Policy['plugins'] {
  const chain = written.map((entry) =>
    typeof entry === 'string'
      ? { name: entry, options: {} }
      : { name: entry.name, options: entry.options ?? {} },
  );
  const at = (index: number) => `${path}.${index}`;
  refuse(
    'policy-invalid',
    chain.flatMap(({ name }, index) => misplaced(name, index, at(index))),
  );
  refuse(
    'plugin-unknown',
    chain.flatMap(({ name }, index) =>
      known.includes(name)
        ? []
        : [{ path: at(index), problem: `${shown(name)} is unknown; available: ${known.join(', ')}` }],
    ),
  );
  refuse(
    'plugin-exists',
    chain.flatMap(({ name }, index) =>
      chain.findIndex((link) => link.name === name) === index
        ? []
        : [{ path: at(index), problem: `${shown(name)} is in the chain already` }],
    ),
  );
  const filled = chain.map((link, index) => withOptions(link, at(index)));
  return filled[0]?.name === first ? filled : [{ name: first, options: {} }, ...filled];
}

function misplaced(name: string, index: number, path: string): Problem[] {
  return name === first && index > 0
    ? [{ path, problem: `${shown(name)} is always first and stands once` }]
    : [];
}

/** Options of a plugin that is not shipped are its own affair. */
function withOptions({ name, options }: Link, path: string): Link {
  const schema = pluginOptions(name);
  if (schema === null) return { name, options };
  const parsed = schema.safeParse(options);
  if (parsed.success) return { name, options: parsed.data };
  refuse('policy-invalid', problemsOf(parsed.error, options, `${path}.options`));
  throw parsed.error;
}
