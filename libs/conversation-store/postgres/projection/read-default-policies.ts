import type { Queryable } from '@verbatim/postgres';
import type { DefaultPolicy } from '../../projection/projection-store';
import { fromColumn, fromJsonColumn, toColumn } from '../text-column';

interface Row {
  readonly tenant: string;
  readonly name: string;
  readonly version: string;
  readonly document: unknown;
}

const sql = `
  SELECT policies.tenant, name, version, document FROM tenant_settings
  JOIN policies ON policies.tenant = tenant_settings.tenant AND policies.name = tenant_settings.default_policy
  WHERE tenant_settings.tenant = ANY ($1::text[])`;

/** By tenant. */
export async function readDefaultPolicies(
  database: Queryable,
  tenants: readonly string[],
): Promise<Map<string, DefaultPolicy>> {
  const rows = await database.query<Row>(sql, [tenants.map(toColumn)]);
  return new Map(
    rows.map(({ tenant, name, version, document }) => [
      fromColumn(tenant),
      { name: fromColumn(name), version: fromColumn(version), document: fromJsonColumn(document) },
    ]),
  );
}
