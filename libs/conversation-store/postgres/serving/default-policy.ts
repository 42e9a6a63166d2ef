import type { Queryable } from '@verbatim/postgres';
import { fromColumn, toColumn } from '../text-column';

/** The name of the tenant's default policy; null where none was chosen. */
export async function readDefaultPolicy(database: Queryable, tenant: string): Promise<string | null> {
  const [row] = await database.query<{ default_policy: string }>(
    'SELECT default_policy FROM tenant_settings WHERE tenant = $1',
    [toColumn(tenant)],
  );
  return row === undefined ? null : fromColumn(row.default_policy);
}

export async function putDefaultPolicy(database: Queryable, tenant: string, name: string): Promise<void> {
  await database.query(
    `INSERT INTO tenant_settings (tenant, default_policy) VALUES ($1, $2)
     ON CONFLICT (tenant) DO UPDATE SET default_policy = excluded.default_policy`,
    [toColumn(tenant), toColumn(name)],
  );
}
