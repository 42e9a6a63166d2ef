import type { Queryable } from '@verbatim/postgres';
import { toColumn } from '../text-column';

/** Keeps one hash; the same again changes nothing. */
export async function insertSentBody(
  database: Queryable,
  tenant: string,
  callId: string,
  sha256: Buffer,
): Promise<void> {
  await database.query(
    `INSERT INTO sent_bodies (tenant, call_id, sha256) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
    [toColumn(tenant), toColumn(callId), sha256],
  );
}

/** In hex, oldest first. */
export async function sentBodiesOfCall(
  database: Queryable,
  tenant: string,
  callId: string,
): Promise<string[]> {
  const rows = await database.query<{ sha256: Buffer }>(
    `SELECT sha256 FROM sent_bodies WHERE tenant = $1 AND call_id = $2 ORDER BY created_at, sha256`,
    [toColumn(tenant), toColumn(callId)],
  );
  return rows.map(({ sha256 }) => sha256.toString('hex'));
}
