import {
  isResult,
  kept,
  nameNotCarried,
  noticesOf,
  partsToWrite,
  runsOf,
  type ShownPart,
  withFirst,
  type Written,
} from '../encoding';
import type { EncodedMessage, MessageSource } from '../format';
import { isRole } from './item';
import { writeCall, writeResult, writeSaid } from './write-item';

/**
 * A message that came in another format, written as items in the order of its parts: one message for what is said
 * between calls, one item for each call and each result. Results come first in any message but the assistant's.
 * Reasoning sealed by another format, other data and an author's name have no place.
 */
export function fromCanonical(source: MessageSource): EncodedMessage {
  const { message, role } = source;
  const written = runs(source).map((run) => writeRun(run, source));
  if (message.parts.length === 0 && isRole(role) && role !== 'assistant') {
    written.push(kept(JSON.stringify({ role, content: '' })));
  }
  const items = written.flatMap(({ json }) => json ?? []);
  const { losses, repairs } = noticesOf(written);
  const named = items.length > 0 ? nameNotCarried('openai-responses', message) : [];
  return { text: items.join(','), losses: [...losses, ...named], repairs };
}

/** Calls and results each alone, what is said between them together. */
function runs(source: MessageSource): ShownPart[][] {
  const shown = partsToWrite(source);
  const ordered = source.role === 'assistant' ? shown : withFirst(shown, isResult);
  return runsOf(ordered, (before, part) => !standsAlone(before) && !standsAlone(part));
}

function standsAlone({ part }: ShownPart): boolean {
  return part.type === 'tool-call' || part.type === 'tool-result';
}

function writeRun(run: readonly ShownPart[], source: MessageSource): Written {
  const [first] = run;
  if (first?.part.type === 'tool-result') return writeResult(first.part, first.index, source);
  if (first?.part.type === 'tool-call') return writeCall(first.part, first.index, source);
  return writeSaid(run, source);
}
