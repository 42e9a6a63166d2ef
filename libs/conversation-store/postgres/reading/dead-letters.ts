import { DEFAULT_TENANT, VerbatimError } from '@verbatim/conversation';
import type { Queryable } from '@verbatim/postgres';
import type { StoredDeadLetter } from '../../reading/conversation-reader';
import { toNumber, toTextOrNull } from '../rows/columns';
import { fromColumn, toColumn } from '../text-column';

interface DeadLetterRow {
  readonly id: string;
  readonly kind: StoredDeadLetter['kind'];
  readonly tenant: string | null;
  readonly conversation: string | null;
  readonly event_id: string | null;
  readonly topic: string;
  readonly partition: number;
  readonly log_offset: string;
  readonly code: string;
  readonly detail: string;
  readonly raw: Buffer | null;
  readonly created_at: Date;
}

const idPattern = /^\d{1,18}$/;

/**
 * Oldest first; `after` is the last id of the page before. A letter that names no tenant is the default tenant's, as
 * an event without one is. Throws VerbatimError `request-invalid` where `after` is no id.
 */
export async function deadLettersAfter(
  database: Queryable,
  tenant: string,
  after: string | null,
  limit: number,
): Promise<StoredDeadLetter[]> {
  if (after !== null && !idPattern.test(after)) {
    throw new VerbatimError(
      'request-invalid',
      `after: ${after.slice(0, 100)} is not the id of a dead letter`,
    );
  }
  return lettersWhere(database, tenant, 'id > $3 ORDER BY id LIMIT $4', [after ?? 0, limit]);
}

/** Null also where `id` is no dead letter's id at all. */
export async function deadLetter(
  database: Queryable,
  tenant: string,
  id: string,
): Promise<StoredDeadLetter | null> {
  if (!idPattern.test(id)) return null;
  const [letter] = await lettersWhere(database, tenant, 'id = $3', [id]);
  return letter ?? null;
}

async function lettersWhere(
  database: Queryable,
  tenant: string,
  condition: string,
  parameters: readonly unknown[],
): Promise<StoredDeadLetter[]> {
  const rows = await database.query<DeadLetterRow>(
    `SELECT id, kind, tenant, conversation, event_id, topic, partition, log_offset, code, detail, raw, created_at
     FROM dead_letters WHERE coalesce(tenant, $2) = $1 AND ${condition}`,
    [toColumn(tenant), DEFAULT_TENANT, ...parameters],
  );
  return rows.map(fromRow);
}

function fromRow(row: DeadLetterRow): StoredDeadLetter {
  return {
    id: row.id,
    kind: row.kind,
    tenant: toTextOrNull(row.tenant),
    conversation: toTextOrNull(row.conversation),
    eventId: toTextOrNull(row.event_id),
    log: { topic: row.topic, partition: row.partition, offset: toNumber(row.log_offset) },
    error: { code: fromColumn(row.code), detail: fromColumn(row.detail) },
    raw: row.raw,
    createdAt: row.created_at,
  };
}
