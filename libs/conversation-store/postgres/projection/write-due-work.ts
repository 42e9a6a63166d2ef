import type { Queryable } from '@verbatim/postgres';
import type { ConversationWrite } from '../../projection/projection-store';
import { recordset, writeRows } from './recordset';

const kept = { tenant: 'text', conversation: 'text', mechanisms: 'text[]', policy_at: 'bigint' };

/** Work that failed under a policy before is closed as well: a new policy may have corrected what it failed for. */
const close = `
  DELETE FROM due_work AS work USING ${recordset(kept)}
  WHERE work.tenant = written.tenant AND work.conversation = written.conversation
    AND (work.mechanism <> ALL (written.mechanisms)
      OR (work.failures > 0 AND work.leased_by IS NULL AND work.opened_at < written.policy_at))`;

const work = { tenant: 'text', conversation: 'text', mechanism: 'text', opened_at: 'bigint' };

/** Takes the lease away; the next attempt waits 1, 2, 4 ... at most 64 seconds. */
const raise = `
  UPDATE due_work AS work
  SET attempt = attempt + 1,
      leased_by = NULL, leased_until = NULL,
      not_before = now() + 2 ^ LEAST(attempt, 6) * interval '1 second'
  FROM ${recordset(work)}
  WHERE work.tenant = written.tenant AND work.conversation = written.conversation
    AND work.mechanism = written.mechanism`;

const open = `
  INSERT INTO due_work (tenant, conversation, mechanism, opened_at)
  SELECT tenant, conversation, mechanism, opened_at
  FROM ${recordset(work)}
  ON CONFLICT (tenant, conversation, mechanism) DO NOTHING`;

/**
 * Work that is due stays as it is, its lease with it; what settled, or failed before the policy changed, is due with a new row. All else of the
 * conversations is closed.
 */
export async function writeDueWork(tx: Queryable, writes: readonly ConversationWrite[]): Promise<void> {
  await writeRows(tx, close, writes.map(unsettled));
  await writeRows(
    tx,
    raise,
    writes.flatMap((write) => rowsOf(write, write.failedAttempts)),
  );
  await writeRows(
    tx,
    open,
    writes.flatMap((write) => rowsOf(write, write.due)),
  );
}

function unsettled({ stored, due, settled }: ConversationWrite): object {
  const { tenant, conversation, head } = stored;
  const mechanisms = due.filter((mechanism) => !settled.includes(mechanism));
  return { tenant, conversation, mechanisms, policy_at: head.policy.position };
}

function rowsOf({ stored }: ConversationWrite, mechanisms: ConversationWrite['due']): object[] {
  const { tenant, conversation, journalPosition } = stored;
  return mechanisms.map((mechanism) => ({ tenant, conversation, mechanism, opened_at: journalPosition }));
}
