import { VerbatimError, type Policy } from '@verbatim/conversation';
import { z } from 'zod';

/** The window: always first, and neither removed nor moved (SPEC 6). */
const FIXED = 'default';

const name = z.string().min(1).max(128);
const position = z.int().min(0).describe('A place in the chain, from 0; 1 is just after `default`.');
const temporary = z.boolean().default(false).describe('Whether it holds until the services restart alone.');

/** One change of a plugin chain; a plugin is added at the end where no position is named. */
export const chainRequestSchema = z.union([
  z.strictObject({
    add: name.describe('The plugin to add.'),
    options: z.record(z.string(), z.unknown()).default({}).describe('Its options.'),
    at: position.optional().describe('Where it is to stand, from 0; left out, at the end.'),
    temporary,
  }),
  z.strictObject({ remove: name.describe('The plugin to remove.'), temporary }),
  z.strictObject({ move: name.describe('The plugin to move.'), to: position, temporary }),
]);
export type ChainChange = z.output<typeof chainRequestSchema>;

type Chain = Policy['plugins'];

/**
 * The chain after a change; whether an added plugin exists is not looked at.
 * @throws VerbatimError `plugin-exists`, `plugin-fixed`, `plugin-unknown` (not in the chain), `request-invalid` (a position
 * beyond the end)
 */
export function changedChain(chain: Chain, change: ChainChange): Chain {
  if ('add' in change) return added(chain, change);
  if ('remove' in change) return without(chain, change.remove);
  const link = linkOf(chain, change.move);
  return inserted(without(chain, change.move), link, change.to);
}

function added(chain: Chain, { add, options, at }: Extract<ChainChange, { add: string }>): Chain {
  if (chain.some((link) => link.name === add)) {
    const detail = `${add} is in the chain already: ${shown(chain)}`;
    throw new VerbatimError('plugin-exists', detail, { name: add });
  }
  return inserted(chain, { name: add, options }, at ?? chain.length);
}

function without(chain: Chain, removed: string): Chain {
  linkOf(chain, removed);
  if (removed === FIXED)
    throw fixed(`${FIXED}, the window, is always first: it is neither removed nor moved`);
  return chain.filter((link) => link.name !== removed);
}

function inserted(chain: Chain, link: Chain[number], at: number): Chain {
  if (at === 0) throw fixed(`position 0 is that of ${FIXED}, the window; the first one free is 1`);
  if (at <= chain.length) return chain.toSpliced(at, 0, link);
  const detail = `${link.name}: position ${at} is beyond the end; it can stand at 1 to ${chain.length}`;
  throw new VerbatimError('request-invalid', detail, { most: chain.length });
}

function linkOf(chain: Chain, wanted: string): Chain[number] {
  const link = chain.find((each) => each.name === wanted);
  if (link) return link;
  throw new VerbatimError('plugin-unknown', `${wanted} is not in the chain: ${shown(chain)}`, {
    name: wanted,
  });
}

function fixed(detail: string): VerbatimError {
  return new VerbatimError('plugin-fixed', detail);
}

function shown(chain: Chain): string {
  return chain.map((link) => link.name).join(', ');
}
