import { compactionDemands, type CompactionDemand } from '@verbatim/conversation';
import type { Database } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import type { CompactionRequest, CompactionRequests } from '../../work/compaction-requests';
import type { Lease } from '../../work/work-queue';
import { keyParameters } from '../key-parameters';
import { toNumber } from '../rows/columns';
import { fromColumn, toColumn } from '../text-column';

interface RequestRow {
  readonly id: string;
  readonly tenant: string;
  readonly conversation: string;
  readonly what: string;
  readonly state: CompactionRequest['state'];
  readonly event: string | null;
  readonly last_error: string | null;
  readonly reason: string | null;
  readonly requested_at: Date;
  readonly failures: number;
}

export class PostgresCompactionRequests implements CompactionRequests {
  constructor(private readonly database: Database) {}

  async ask(key: ConversationKey, what: CompactionDemand | null): Promise<number> {
    const asked = [...keyParameters(key), what ?? ''];
    await this.database.query(
      `WITH old AS (
         DELETE FROM compaction_requests WHERE state <> 'asked' AND requested_at < now() - interval '1 day'
       )
       INSERT INTO compaction_requests (tenant, conversation, what) VALUES ($1, $2, $3)
       ON CONFLICT (tenant, conversation, what) WHERE state = 'asked' DO NOTHING`,
      asked,
    );
    const [row] = await this.database.query<{ id: string }>(
      `SELECT id FROM compaction_requests WHERE tenant = $1 AND conversation = $2 AND what = $3
       ORDER BY id DESC LIMIT 1`,
      asked,
    );
    if (!row) throw new Error(`the request for ${key.conversation} is gone`);
    return toNumber(row.id);
  }

  async of(key: ConversationKey): Promise<CompactionRequest[]> {
    const rows = await this.database.query<RequestRow>(
      `SELECT * FROM compaction_requests
       WHERE tenant = $1 AND conversation = $2 AND requested_at >= now() - interval '1 day'
       ORDER BY id DESC LIMIT 100`,
      keyParameters(key),
    );
    return rows.map((row) => ({
      id: toNumber(row.id),
      what: toDemand(row.what),
      state: row.state,
      event: row.state !== 'done' || row.event === null ? null : fromColumn(row.event),
      reason: row.reason === null ? null : fromColumn(row.reason),
      error: row.last_error === null ? null : fromColumn(row.last_error),
      requestedAt: row.requested_at,
    }));
  }

  async lease(
    _worker: string,
    limit: number,
    seconds: number,
    except: readonly string[] = [],
  ): Promise<Lease[]> {
    const rows = await this.database.query<RequestRow>(
      `WITH next AS MATERIALIZED (
         SELECT id FROM compaction_requests AS asked
         WHERE state = 'asked' AND not_before <= now() AND tenant <> ALL ($3::text[])
           AND (leased_until IS NULL OR leased_until <= now())
           AND NOT EXISTS (
             SELECT FROM compaction_requests AS older
             WHERE older.tenant = asked.tenant AND older.conversation = asked.conversation
               AND older.state = 'asked' AND older.id < asked.id
           )
           AND NOT EXISTS (
             SELECT FROM due_work
             WHERE due_work.tenant = asked.tenant AND due_work.conversation = asked.conversation
               AND due_work.mechanism = 'history' AND due_work.leased_until > now()
           )
         ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED
       )
       UPDATE compaction_requests AS request
       SET leased_until = now() + make_interval(secs => $2)
       FROM next WHERE request.id = next.id
       RETURNING request.*`,
      [limit, seconds, except.map(toColumn)],
    );
    return rows.map(({ tenant, conversation, id, failures }) => ({
      tenant: fromColumn(tenant),
      conversation: fromColumn(conversation),
      mechanism: 'history',
      attempt: failures,
      token: toNumber(id),
      failures,
    }));
  }

  async asked({ token }: Lease): Promise<{ what: CompactionDemand | null; event: string | null }> {
    const [row] = await this.database.query<Pick<RequestRow, 'what' | 'event'>>(
      'SELECT what, event FROM compaction_requests WHERE id = $1',
      [token],
    );
    const event = row?.event ?? null;
    return { what: row ? toDemand(row.what) : null, event: event === null ? null : fromColumn(event) };
  }

  async intend(lease: Lease, event: string): Promise<void> {
    await this.change(lease, 'event = $2', [toColumn(event)]);
  }

  extend(lease: Lease, seconds: number): Promise<boolean> {
    return this.change(lease, 'leased_until = now() + make_interval(secs => $2)', [seconds]);
  }

  async giveBack(lease: Lease): Promise<void> {
    await this.change(lease, `state = 'nothing', event = NULL, last_error = NULL`);
  }

  async nothing(lease: Lease, reason: string): Promise<void> {
    const change = `state = 'nothing', event = NULL, last_error = NULL, reason = $2`;
    await this.change(lease, change, [toColumn(reason)]);
  }

  async done(lease: Lease, event: string): Promise<void> {
    await this.change(lease, `state = 'done', event = $2, last_error = NULL`, [toColumn(event)]);
  }

  async fail(lease: Lease, error: string, delaySeconds: number): Promise<void> {
    const change = `leased_until = NULL, failures = failures + 1, last_error = $2,
      not_before = now() + make_interval(secs => $3)`;
    await this.change(lease, change, [toColumn(error), delaySeconds]);
  }

  private async change({ token }: Lease, change: string, values: readonly unknown[] = []): Promise<boolean> {
    const sql = `UPDATE compaction_requests SET ${change} WHERE id = $1 AND state = 'asked'`;
    return (await this.database.execute(sql, [token, ...values])) > 0;
  }
}

function toDemand(column: string): CompactionDemand | null {
  return compactionDemands.find((demand) => demand === column) ?? null;
}
