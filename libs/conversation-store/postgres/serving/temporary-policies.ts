import type { Queryable } from '@verbatim/postgres';
import type { TemporaryPolicy } from '../../serving/configuration-store';
import { fromColumn, fromJsonColumn, toColumn, toJsonColumn } from '../text-column';

interface Row {
  readonly name: string;
  readonly version: string;
  readonly document: unknown;
}

export async function readTemporaryPolicy(
  database: Queryable,
  tenant: string,
): Promise<TemporaryPolicy | null> {
  const [row] = await database.query<Row>(
    'SELECT name, version, document FROM temporary_policies WHERE tenant = $1',
    [toColumn(tenant)],
  );
  if (row === undefined) return null;
  const { name, version, document } = row;
  return { name: fromColumn(name), version: fromColumn(version), document: fromJsonColumn(document) };
}

export async function putTemporaryPolicy(
  database: Queryable,
  tenant: string,
  policy: TemporaryPolicy | null,
): Promise<void> {
  if (policy === null) {
    await database.query('DELETE FROM temporary_policies WHERE tenant = $1', [toColumn(tenant)]);
    return;
  }
  await database.query(
    `INSERT INTO temporary_policies (tenant, name, version, document) VALUES ($1, $2, $3, $4)
     ON CONFLICT (tenant) DO UPDATE
     SET name = excluded.name, version = excluded.version, document = excluded.document`,
    [toColumn(tenant), toColumn(policy.name), toColumn(policy.version), toJsonColumn(policy.document)],
  );
}

export async function endTemporaryPolicies(database: Queryable): Promise<string[]> {
  const rows = await database.query<{ tenant: string }>('DELETE FROM temporary_policies RETURNING tenant');
  return rows.map(({ tenant }) => fromColumn(tenant));
}
