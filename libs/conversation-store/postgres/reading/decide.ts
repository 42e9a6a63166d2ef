import { NotLoaded, type WorkingSet } from '@verbatim/conversation';
import type { Database } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import { PostgresWorkingSet } from '../projection/postgres-working-set';
import { inSnapshot } from './in-snapshot';
import { readHead } from './read-head';

/** See `ConversationReader.decide`. */
export function decide<T>(
  database: Database,
  key: ConversationKey,
  decision: (ws: WorkingSet) => T,
): Promise<T | null> {
  return inSnapshot(database, async (snapshot) => {
    const stored = await readHead(snapshot, key);
    if (stored === null) return null;
    const ws = new PostgresWorkingSet(snapshot, stored.head);
    for (;;) {
      try {
        return decision(ws);
      } catch (error) {
        if (!(error instanceof NotLoaded)) throw error;
        await ws.load([error.key]);
      }
    }
  });
}
