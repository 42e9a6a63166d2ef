import type { ConversationCheckpoint } from '@verbatim/conversation';
import type { ConversationKey, ConversationReader, StoredEvent } from '@verbatim/conversation-store';
import { MOST, oneOf, SHORTEST } from './one-of';

type Reader = Pick<ConversationReader, 'event' | 'events' | 'checkpoint' | 'eventIds'>;
type Kind = 'message' | 'checkpoint';

/** The event of this id, else of the message that is named otherwise. @throws VerbatimError `id-ambiguous` */
export async function namedMessage(
  reader: Reader,
  key: ConversationKey,
  name: string,
): Promise<StoredEvent | null> {
  const exact = await reader.event(key, name);
  if (exact) return exact;
  const id = await idNamed(reader, key, ['message'], name);
  return id === null ? null : reader.event(key, id);
}

/** The checkpoint of this id, else the one that is named otherwise. @throws VerbatimError `id-ambiguous` */
export async function namedCheckpoint(
  reader: Reader,
  key: ConversationKey,
  name: string,
): Promise<ConversationCheckpoint | null> {
  const exact = await reader.checkpoint(key, name);
  if (exact) return exact;
  const id = await idNamed(reader, key, ['checkpoint'], name);
  return id === null ? null : reader.checkpoint(key, id);
}

/**
 * The id that a name stands for which is no id itself: a position of the journal (`#12`, or `12`), or the beginning of an
 * id, of at least four characters; null where it stands for nothing. @throws VerbatimError `id-ambiguous`
 */
export async function idNamed(
  reader: Reader,
  key: ConversationKey,
  kinds: readonly Kind[],
  name: string,
): Promise<string | null> {
  const position = Number(/^#?(\d{1,15})$/.exec(name)?.[1]);
  const [event] = position > 0 ? await reader.events(key, position - 1, position, 1) : [];
  if (event) return event.eventId;
  if (name.length < SHORTEST) return null;
  const found = new Set<string>();
  for (const kind of kinds) {
    for (const id of await reader.eventIds(key, kind, name, MOST)) found.add(id);
  }
  return oneOf(kinds.join(' or '), name, [...found]);
}
