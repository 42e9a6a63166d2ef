import type { Queryable } from '@verbatim/postgres';
import type { DefaultPolicy } from '../../projection/projection-store';
import { fromColumn, fromJsonColumn, toColumn } from '../text-column';

interface Row {
  readonly tenant: string;
  readonly name: string;
  readonly version: string;
  readonly document: unknown;
}

/** By tenant; a temporary one stands over the one that is kept. */
export async function readDefaultPolicies(
  database: Queryable,
  tenants: readonly string[],
): Promise<Map<string, DefaultPolicy>> {
  const rows = await database.query<Row>(
    'SELECT tenant, name, version, document FROM default_policies WHERE tenant = ANY ($1::text[])',
    [tenants.map(toColumn)],
  );
  return new Map(
    rows.map(({ tenant, name, version, document }) => [
      fromColumn(tenant),
      { name: fromColumn(name), version: fromColumn(version), document: fromJsonColumn(document) },
    ]),
  );
}
