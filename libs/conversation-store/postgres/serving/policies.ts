import type { Queryable } from '@verbatim/postgres';
import type { StoredPolicy } from '../../serving/configuration-store';
import { fromColumn, fromJsonColumn, toColumn, toJsonColumn } from '../text-column';

interface PolicyRow {
  readonly tenant: string;
  readonly name: string;
  readonly version: string;
  readonly document: unknown;
  readonly updated_at: Date;
}

/** All of a tenant where `name` is null, by name. */
export async function readPolicies(
  database: Queryable,
  tenant: string,
  name: string | null,
): Promise<StoredPolicy[]> {
  const rows = await database.query<PolicyRow>(
    `SELECT tenant, name, version, document, updated_at FROM policies
     WHERE tenant = $1 AND ($2::text IS NULL OR name = $2) ORDER BY name`,
    [toColumn(tenant), name === null ? null : toColumn(name)],
  );
  return rows.map((row) => ({
    tenant: fromColumn(row.tenant),
    name: fromColumn(row.name),
    version: fromColumn(row.version),
    document: fromJsonColumn<StoredPolicy['document']>(row.document),
    updatedAt: row.updated_at,
  }));
}

/** Replaces a policy of the same name. */
export async function putPolicy(database: Queryable, policy: Omit<StoredPolicy, 'updatedAt'>): Promise<void> {
  await database.query(
    `INSERT INTO policies (tenant, name, version, document) VALUES ($1, $2, $3, $4)
     ON CONFLICT (tenant, name) DO UPDATE
     SET version = excluded.version, document = excluded.document, updated_at = now()`,
    [toColumn(policy.tenant), toColumn(policy.name), toColumn(policy.version), toJsonColumn(policy.document)],
  );
}

/** False where there was none. */
export async function removePolicy(database: Queryable, tenant: string, name: string): Promise<boolean> {
  const sql = 'DELETE FROM policies WHERE tenant = $1 AND name = $2 RETURNING name';
  return (await database.query(sql, [toColumn(tenant), toColumn(name)])).length > 0;
}
