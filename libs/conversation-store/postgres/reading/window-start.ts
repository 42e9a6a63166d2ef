import { liveStretches, type Head } from '@verbatim/conversation';
import type { Queryable } from '@verbatim/postgres';
import { keyParameters } from '../key-parameters';

export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * The newest live stretches, by ordinals, end exclusive, that hold `maxLive` messages, and the whole of each group
 * that their start would split.
 */
export async function windowStretches(database: Queryable, head: Head, maxLive: number): Promise<Stretch[]> {
  const stretches = liveStretches(head.coverage, head.unpinned);
  const from = await wholeGroupsFrom(database, head, startOf(stretches, maxLive));
  return stretches
    .filter((stretch) => stretch.to > from)
    .map((stretch) => ({ from: Math.max(stretch.from, from), to: stretch.to }));
}

/** The ordinal from which at most `maxLive` live messages follow. */
function startOf(stretches: readonly Stretch[], maxLive: number): number {
  let room = maxLive;
  let start = stretches.at(-1)?.to ?? 0;
  for (const { from, to } of stretches.toReversed()) {
    if (room === 0) break;
    start = Math.max(from, to - room);
    room -= to - start;
  }
  return start;
}

/** Moves back until no group has messages on both sides: a group may straddle the start that another one moved. */
async function wholeGroupsFrom(database: Queryable, head: Head, start: number): Promise<number> {
  const [row] = await database.query<{ ordinal: number }>(
    `WITH RECURSIVE start AS (
       SELECT $3::int AS ordinal
       UNION ALL
       SELECT straddling.ordinal FROM start, LATERAL (
         SELECT min(first_ordinal) AS ordinal FROM conversation_groups
         WHERE tenant = $1 AND conversation = $2 AND last_ordinal >= start.ordinal AND first_ordinal < start.ordinal
       ) AS straddling
       WHERE straddling.ordinal IS NOT NULL
     )
     SELECT min(ordinal) AS ordinal FROM start`,
    [...keyParameters(head), start],
  );
  return row?.ordinal ?? start;
}
