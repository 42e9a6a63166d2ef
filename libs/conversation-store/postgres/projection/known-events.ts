import type { Queryable } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import type { KnownEvent } from '../../projection/projection-store';
import { fromColumn, toColumn } from '../text-column';

interface Row {
  readonly tenant: string;
  readonly conversation: string;
  readonly event_id: string;
  readonly type: string;
  readonly body_hash: Buffer;
}

const sql = `
  SELECT tenant, conversation, event_id, type, body_hash
  FROM (SELECT DISTINCT * FROM unnest($1::text[], $2::text[], $3::text[])) AS asked (tenant, conversation, event_id)
  JOIN journal USING (tenant, conversation, event_id)`;

export async function knownEvents(
  tx: Queryable,
  ids: readonly (ConversationKey & { readonly eventId: string })[],
): Promise<KnownEvent[]> {
  const rows = await tx.query<Row>(sql, [
    ids.map(({ tenant }) => toColumn(tenant)),
    ids.map(({ conversation }) => toColumn(conversation)),
    ids.map(({ eventId }) => toColumn(eventId)),
  ]);
  return rows.map((row) => ({
    tenant: fromColumn(row.tenant),
    conversation: fromColumn(row.conversation),
    eventId: fromColumn(row.event_id),
    type: fromColumn(row.type),
    bodyHash: row.body_hash,
  }));
}
