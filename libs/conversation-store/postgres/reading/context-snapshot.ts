import type { Item } from '@verbatim/conversation';
import type { Database, Queryable } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import type { ContextSnapshot } from '../../reading/conversation-reader';
import { activeSummaries } from './checkpoints';
import { eventsAt } from './events';
import { groupsAt } from './groups';
import { inSnapshot } from './in-snapshot';
import { itemAtPosition, pinnedItems } from './items';
import { readHead } from './read-head';
import { windowItems } from './window-items';
import { windowStretches } from './window-start';

/** See `ConversationReader.contextSnapshot`. No statement reads more than the window, the pinned and the summaries. */
export function contextSnapshot(
  database: Database,
  key: ConversationKey,
  maxLive: number,
): Promise<ContextSnapshot | null> {
  return inSnapshot(database, (snapshot) => takeSnapshot(snapshot, key, maxLive));
}

async function takeSnapshot(
  snapshot: Queryable,
  key: ConversationKey,
  maxLive: number,
): Promise<ContextSnapshot | null> {
  const stored = await readHead(snapshot, key);
  if (stored === null) return null;
  const { newestUser } = stored.head;
  const live = await windowItems(
    snapshot,
    stored.head,
    await windowStretches(snapshot, stored.head, maxLive),
  );
  const pinned = await pinnedItems(snapshot, key);
  const newest = newestUser === null ? null : await itemAtPosition(snapshot, key, newestUser.position);
  return {
    stored,
    pinned,
    checkpoints: await activeSummaries(snapshot, key),
    live,
    groups: await groupsAt(snapshot, key, groupsOf(live)),
    newestUser: newest,
    events: await eventsAt(snapshot, key, positionsOf([...pinned, ...live, ...(newest ? [newest] : [])])),
  };
}

function groupsOf(items: readonly Item[]): number[] {
  return [...new Set(items.flatMap(({ group }) => (group === null ? [] : [group])))];
}

function positionsOf(items: readonly Item[]): number[] {
  return [...new Set(items.map(({ position }) => position))];
}
