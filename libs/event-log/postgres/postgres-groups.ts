import { createHash } from 'node:crypto';
import type { Database, Queryable } from '@verbatim/postgres';
import { pause } from '../delivery/backoff';
import type { Groups, Membership } from '../delivery/group';

/** A member that is frozen, and so asks nothing, lets its partitions go. */
const SILENCE = '10s';

/** The second key of the lock that every member shares; partition p is held under p + 1. */
const MEMBER = 0;

/**
 * Groups over several processes, by session-level advisory locks: a member that dies loses its session, and with it
 * everything it held. What really fences is the consumer's claim, so a short overlap does no harm.
 */
export class PostgresGroups implements Groups {
  constructor(
    private readonly database: Database,
    private readonly lookEveryMs: number,
  ) {}

  async join(group: string, topic: string, work: (membership: Membership) => Promise<void>): Promise<void> {
    const space = lockSpace(group, topic);
    await this.database.session(async (session) => {
      await session.query(`SET idle_session_timeout = '${SILENCE}'`);
      await session.query('SELECT pg_advisory_lock_shared($1::int, $2::int)', [space, MEMBER]);
      await work(new PostgresMembership(session, space, this.lookEveryMs));
    });
  }
}

class PostgresMembership implements Membership {
  constructor(
    private readonly session: Queryable,
    private readonly space: number,
    private readonly lookEveryMs: number,
  ) {}

  async look(): Promise<{ members: number; taken: ReadonlySet<number> }> {
    const locks = await this.session.query<{ key: number }>(
      `SELECT objid::int AS key FROM pg_locks
       WHERE locktype = 'advisory' AND granted AND classid = $1::int::oid AND objsubid = 2
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [this.space],
    );
    const held = locks.filter(({ key }) => key !== MEMBER);
    return { members: locks.length - held.length, taken: new Set(held.map(({ key }) => key - 1)) };
  }

  async hold(partition: number): Promise<boolean> {
    const rows = await this.session.query<{ held: boolean }>(
      'SELECT pg_try_advisory_lock($1::int, $2::int) AS held',
      [this.space, partition + 1],
    );
    return rows[0]?.held === true;
  }

  async release(partition: number): Promise<void> {
    await this.session.query('SELECT pg_advisory_unlock($1::int, $2::int)', [this.space, partition + 1]);
  }

  async changed(signal: AbortSignal): Promise<void> {
    await pause(this.lookEveryMs, signal);
  }
}

/** The first key of a group's locks, a signed 32-bit integer. */
function lockSpace(group: string, topic: string): number {
  return createHash('sha256')
    .update(JSON.stringify(['verbatim', group, topic]))
    .digest()
    .readInt32BE(0);
}
