import { liveStretches, type Head } from '@verbatim/conversation';
import type { Database, Queryable } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import type { OpenWork } from '../../reading/conversation-reader';
import { keyParameters } from '../key-parameters';
import { toNumber, toTextOrNull } from '../rows/columns';
import { inSnapshot } from './in-snapshot';
import { readHead } from './read-head';

/** See `ConversationReader.figures`; all zero where the conversation does not exist. */
export function figures(
  database: Database,
  key: ConversationKey,
): Promise<{ liveTokens: number; conflicts: number; work: OpenWork[] }> {
  return inSnapshot(database, async (snapshot) => {
    const stored = await readHead(snapshot, key);
    return {
      liveTokens: stored === null ? 0 : await liveTokens(snapshot, stored.head),
      conflicts: await conflicts(snapshot, key),
      work: await openWork(snapshot, key),
    };
  });
}

/** From the running totals at the ends of each live stretch: two rows a stretch, however long it is. */
async function liveTokens(snapshot: Queryable, head: Head): Promise<number> {
  const stretches = liveStretches(head.coverage, head.unpinned);
  const [row] = await snapshot.query<{ tokens: string }>(
    `SELECT coalesce(sum(last.tokens_through - first.tokens_through + first.tokens), 0)::bigint AS tokens
     FROM unnest($3::int[], $4::int[]) AS stretch (first, past)
     JOIN conversation_items AS first
       ON first.tenant = $1 AND first.conversation = $2 AND first.ordinal = stretch.first
     JOIN conversation_items AS last
       ON last.tenant = $1 AND last.conversation = $2 AND last.ordinal = stretch.past - 1`,
    [...keyParameters(head), stretches.map(({ from }) => from), stretches.map(({ to }) => to)],
  );
  return toNumber(row?.tokens ?? '0');
}

async function conflicts(snapshot: Queryable, key: ConversationKey): Promise<number> {
  const [row] = await snapshot.query<{ conflicts: string }>(
    `SELECT count(*) AS conflicts FROM dead_letters
     WHERE tenant = $1 AND conversation = $2 AND kind = 'conflict'`,
    keyParameters(key),
  );
  return toNumber(row?.conflicts ?? '0');
}

interface OpenWorkRow {
  readonly mechanism: string;
  readonly attempt: number;
  readonly failures: number;
  readonly failed: boolean;
  readonly last_error: string | null;
  readonly created_at: Date;
}

async function openWork(snapshot: Queryable, key: ConversationKey): Promise<OpenWork[]> {
  const rows = await snapshot.query<OpenWorkRow>(
    `SELECT mechanism, attempt, failures, failed, last_error, created_at FROM due_work
     WHERE tenant = $1 AND conversation = $2 ORDER BY mechanism`,
    keyParameters(key),
  );
  return rows.map(({ last_error, created_at, ...row }) => ({
    ...row,
    lastError: toTextOrNull(last_error),
    createdAt: created_at,
  }));
}
