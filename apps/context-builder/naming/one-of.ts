import { VerbatimError } from '@verbatim/conversation';

/** The shortest beginning of an id that stands for it. */
export const SHORTEST = 4;
/** Ids that an answer names where several begin alike. */
const NAMED = 5;

/** How many ids to look for: one more than is named, which tells that there are others. */
export const MOST = NAMED + 1;

/** The only id that begins so, null where none does. @throws VerbatimError `id-ambiguous` with some of several */
export function oneOf(kind: string, beginning: string, found: readonly string[]): string | null {
  const [only, ...others] = found;
  if (only === undefined || others.length === 0) return only ?? null;
  const candidates = found.slice(0, NAMED);
  const more = found.length > NAMED ? ' and others' : '';
  const detail = `more than one ${kind} begins with ${beginning}: ${candidates.join(', ')}${more}; give more of the id`;
  throw new VerbatimError('id-ambiguous', detail, { candidates });
}
