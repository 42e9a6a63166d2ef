import { replacementOf, type Item, type Replacement } from '../state';
import type { Draft } from './draft';

/** A part of a message is shown differently from now on; what stood for the same part before is gone. */
export function putReplacement(draft: Draft, item: Item, replacement: Replacement): void {
  const before = replacementOf(item, replacement.answer);
  const others = item.replacements.filter(({ answer }) => answer !== replacement.answer);
  draft.put({ ...item, replacements: [...others, replacement] });
  if (looksLike(before, replacement)) return;
  draft.update({ viewVersion: draft.head.viewVersion + 1 });
}

/** True where a model sees no difference. */
function looksLike(one: Replacement | undefined, other: Replacement): boolean {
  return one?.mode === other.mode && one.characters === other.characters && one.text === other.text;
}
