import type { Database } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import { conversationKey } from '../../projection/projection-store';
import type { SessionEntry, SessionLimit, SessionStore } from '../../sessions/session-store';
import { toNumber } from '../rows/columns';
import { toColumn } from '../text-column';
import { enterSession } from './enter-session';
import { inUse, timeoutParameter, timeouts } from './in-use';

export class PostgresSessionStore implements SessionStore {
  constructor(private readonly database: Database) {}

  enter(key: ConversationKey, limit: SessionLimit): Promise<SessionEntry> {
    return enterSession(this.database, key, limit);
  }

  /** In one order, so that two processes do not wait for each other. */
  async touch(keys: readonly ConversationKey[]): Promise<void> {
    const unique = [...new Map(keys.map((key) => [conversationKey(key), key])).values()];
    await this.database.query(
      `INSERT INTO sessions (tenant, conversation, last_used)
       SELECT tenant, conversation, statement_timestamp()
       FROM unnest($1::text[], $2::text[]) AS used (tenant, conversation)
       JOIN conversation_heads USING (tenant, conversation)
       ORDER BY tenant, conversation
       ON CONFLICT (tenant, conversation) DO UPDATE SET last_used = excluded.last_used`,
      [
        unique.map(({ tenant }) => toColumn(tenant)),
        unique.map(({ conversation }) => toColumn(conversation)),
      ],
    );
  }

  active(tenant: string, idleTimeoutMinutes: number): Promise<number> {
    return this.count(`sessions WHERE tenant = $1 AND ${inUse('$2::integer')}`, [
      toColumn(tenant),
      timeoutParameter(idleTimeoutMinutes),
    ]);
  }

  total(idleTimeoutMinutes: number): Promise<number> {
    const joined = `sessions JOIN ${timeouts('$1::integer')} AS rule USING (tenant)`;
    return this.count(`${joined} WHERE ${inUse('rule.minutes')}`, [timeoutParameter(idleTimeoutMinutes)]);
  }

  reap(idleTimeoutMinutes: number): Promise<number> {
    return this.database.execute(
      `DELETE FROM sessions USING ${timeouts('$1::integer')} AS rule
       WHERE sessions.tenant = rule.tenant AND NOT ${inUse('rule.minutes')}`,
      [timeoutParameter(idleTimeoutMinutes)],
    );
  }

  private async count(found: string, parameters: readonly unknown[]): Promise<number> {
    const sql = `SELECT count(*) AS active FROM ${found}`;
    const [row] = await this.database.query<{ active: string }>(sql, parameters);
    return row === undefined ? 0 : toNumber(row.active);
  }
}
