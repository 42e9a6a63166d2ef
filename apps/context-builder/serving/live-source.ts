import type { ContextSnapshot } from '@verbatim/conversation-store';
import type { Item } from '@verbatim/conversation';
import { rawSource, type RawMessage, type RawPending, type RawSource } from './raw-source';
import { readRawMessage, type MessageTokens } from './read-message';

/** The source of a context from the projection: one snapshot, no longer than the window. */
export async function liveSource(
  snapshot: ContextSnapshot,
  pending: readonly RawPending[],
  tokens: MessageTokens,
): Promise<RawSource> {
  const read = (item: Item): Promise<RawMessage> => {
    const stored = snapshot.events.get(item.position);
    if (!stored) throw new Error(`the snapshot lacks the event at position ${item.position}`);
    return readRawMessage(item, stored, tokens);
  };
  const items = [...snapshot.pinned, ...snapshot.live].toSorted(
    (one, other) => one.position - other.position,
  );
  const messages: RawMessage[] = [];
  for (const item of items) messages.push(await read(item));
  const newestUser = snapshot.newestUser ? await read(snapshot.newestUser) : null;
  const { head } = snapshot.stored;
  const parts = { head, groups: snapshot.groups, summaries: snapshot.checkpoints };
  return { ...rawSource(parts, messages, newestUser, pending), known: snapshot.stored.journalPosition };
}
