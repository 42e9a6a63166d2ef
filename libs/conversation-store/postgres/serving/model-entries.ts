import type { Queryable } from '@verbatim/postgres';
import { fromJsonColumn, toColumn, toJsonColumn } from '../text-column';

/** By id. */
export async function readModelEntries(
  database: Queryable,
  tenant: string,
): Promise<Record<string, unknown>[]> {
  const rows = await database.query<{ entry: unknown }>(
    'SELECT entry FROM model_entries WHERE tenant = $1 ORDER BY id',
    [toColumn(tenant)],
  );
  return rows.map(({ entry }) => fromJsonColumn<Record<string, unknown>>(entry));
}

/** Replaces an entry of the same id. */
export async function putModelEntry(
  database: Queryable,
  tenant: string,
  id: string,
  entry: Record<string, unknown>,
): Promise<void> {
  await database.query(
    `INSERT INTO model_entries (tenant, id, entry) VALUES ($1, $2, $3)
     ON CONFLICT (tenant, id) DO UPDATE SET entry = excluded.entry`,
    [toColumn(tenant), toColumn(id), toJsonColumn(entry)],
  );
}
