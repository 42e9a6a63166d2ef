import type { Role } from '@verbatim/conversation';
import { isResult, noticesOf, partsToWrite, type ShownPart } from '../encoding';
import type { EncodedMessage, MessageSource } from '../format';
import { writeResult, writeSaid } from './write-message';

/**
 * A message that came in another format, written as chat messages: one for what was said, one for each result, every
 * result directly behind the calls it belongs to. Reasoning, other data and files by URL have no place in chat
 * completions, images, files and audio in users' messages only.
 */
export function fromCanonical(source: MessageSource): EncodedMessage {
  const written = turns(partsToWrite(source), source.role).map((parts) => {
    const [first] = parts;
    return first?.part.type === 'tool-result'
      ? writeResult(first.part, first.index, source)
      : writeSaid(parts, source);
  });
  return { text: written.flatMap(({ json }) => json ?? []).join(','), ...noticesOf(written) };
}

/** What is said and each result, in order; a result comes right after the calls, results of others' calls first. */
function turns(shown: readonly ShownPart[], role: Role): ShownPart[][] {
  const results = shown.filter(isResult);
  if (role === 'assistant' && results.length > 0) return behindCalls(shown, results);
  const said = shown.filter((each) => !isResult(each));
  const alone = results.map((result) => [result]);
  return alone.length > 0 && said.length === 0 ? alone : [...alone, said];
}

function behindCalls(shown: readonly ShownPart[], results: readonly ShownPart[]): ShownPart[][] {
  const groups: ShownPart[][] = [];
  const left = new Set(results);
  let said: ShownPart[] = [];
  const take = (result: ShownPart): void => {
    if (left.delete(result)) groups.push([result]);
  };
  const close = (): void => {
    if (said.length === 0) return;
    const calls = new Set(said.map(({ part }) => (part.type === 'tool-call' ? part.id : null)));
    groups.push(said);
    said = [];
    results.filter(({ part }) => part.type === 'tool-result' && calls.has(part.callId)).forEach(take);
  };
  for (const each of shown) {
    if (!isResult(each)) {
      said.push(each);
      continue;
    }
    close();
    take(each);
  }
  close();
  return groups;
}
