import { createHash, type Hash } from 'node:crypto';
import type { Message } from '@verbatim/conversation';
import type { MessageSource } from '../format';

const DERIVED = /^msg-[0-9a-f]{16}$/;

/** The id of a message that has none of its own: always the same for the same text. */
export function derivedId(text: string): string {
  return idOf(createHash('sha256').update(text));
}

/** The same of a message, and of some of its parts where not all of it leaves as one. */
export function derivedIdOf(
  source: Pick<MessageSource, 'dataText' | 'message'>,
  parts: readonly number[] | null,
): string {
  const hash = hashOf(source).copy();
  if (parts !== null) hash.update(`\n${parts.join(',')}`);
  return idOf(hash);
}

function idOf(hash: Hash): string {
  return `msg-${hash.digest('hex').slice(0, 16)}`;
}

/** Of messages that are being rendered: a long one may leave in many pieces. */
const hashes = new WeakMap<Message, { readonly dataText: string; readonly hash: Hash }>();

function hashOf({ dataText, message }: Pick<MessageSource, 'dataText' | 'message'>): Hash {
  const before = hashes.get(message);
  if (before?.dataText === dataText) return before.hash;
  const hash = createHash('sha256').update(dataText);
  hashes.set(message, { dataText, hash });
  return hash;
}

/** True of an id that no producer gave. */
export function isDerived(id: string): boolean {
  return DERIVED.test(id);
}

/** The id, or one made of it that no earlier message has. */
export function freeId(id: string, taken: ReadonlySet<string>): string {
  let free = id;
  for (let number = 2; taken.has(free); number += 1) free = `${id}-${number}`;
  return free;
}
