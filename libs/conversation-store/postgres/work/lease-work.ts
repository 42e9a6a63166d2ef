import { mechanisms, type Mechanism } from '@verbatim/conversation';
import type { Queryable } from '@verbatim/postgres';
import type { Lease } from '../../work/work-queue';
import { toNumber } from '../rows/columns';
import { fromColumn, toColumn } from '../text-column';

interface LeaseRow {
  readonly tenant: string;
  readonly conversation: string;
  readonly mechanism: string;
  readonly attempt: number;
  readonly lease_token: string;
  readonly failures: number;
}

/**
 * The token comes from a sequence: it rises over all rows, so that a lease of a row that was closed and opened again
 * meanwhile is never taken for the new row's. Failed work is leased like any other once its delay is over, and history
 * work only while no operator's request for the same conversation is worked on.
 */
export async function leaseWork(
  database: Queryable,
  worker: string,
  limit: number,
  leaseSeconds: number,
  except: readonly string[] = [],
): Promise<Lease[]> {
  const rows = await database.query<LeaseRow>(
    `WITH next AS MATERIALIZED (
       SELECT tenant, conversation, mechanism FROM due_work
       WHERE not_before <= now() AND tenant <> ALL ($4::text[])
         AND (leased_until IS NULL OR leased_until <= now())
         AND (idle_at IS NULL OR EXISTS (
           SELECT FROM conversation_heads AS head
           WHERE head.tenant = due_work.tenant AND head.conversation = due_work.conversation
             AND head.applied_position > due_work.idle_at
         ))
         AND (mechanism <> 'history' OR NOT EXISTS (
           SELECT FROM compaction_requests AS asked
           WHERE asked.tenant = due_work.tenant AND asked.conversation = due_work.conversation
             AND asked.state = 'asked' AND asked.leased_until > now()
         ))
       ORDER BY not_before, created_at
       LIMIT $2
       FOR UPDATE OF due_work SKIP LOCKED
     ), leased AS (
       UPDATE due_work
       SET lease_token = nextval('due_work_lease'), leased_by = $1,
         leased_until = now() + make_interval(secs => $3), idle_at = NULL
       FROM next
       WHERE due_work.tenant = next.tenant AND due_work.conversation = next.conversation
         AND due_work.mechanism = next.mechanism
       RETURNING due_work.*
     )
     SELECT tenant, conversation, mechanism, attempt, lease_token, failures
     FROM leased ORDER BY not_before, created_at`,
    [worker, limit, leaseSeconds, except.map(toColumn)],
  );
  return rows.map(fromRow);
}

function fromRow({ lease_token, ...row }: LeaseRow): Lease {
  return {
    ...row,
    tenant: fromColumn(row.tenant),
    conversation: fromColumn(row.conversation),
    mechanism: toMechanism(row.mechanism),
    token: toNumber(lease_token),
  };
}

function toMechanism(column: string): Mechanism {
  const mechanism = mechanisms.find((each) => each === column);
  if (mechanism === undefined) throw new Error(`due_work holds the unknown mechanism ${column}`);
  return mechanism;
}
