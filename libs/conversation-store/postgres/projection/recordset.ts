import { type Queryable } from '@verbatim/postgres';
import { toJsonColumn } from '../text-column';

/** Columns of a table with their types. */
export type Columns = Readonly<Record<string, string>>;
export type RowOf<C extends Columns> = { readonly [Name in keyof C]: unknown };

/** The rows of the JSON array `$1` as a table. A bytea is given as {@link hex}. */
export function recordset(columns: Columns): string {
  const typed = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  return `json_to_recordset($1::json) AS written (${typed.join(', ')})`;
}

export function insertion(table: string, columns: Columns): string {
  const names = Object.keys(columns).join(', ');
  return `INSERT INTO ${table} (${names}) SELECT ${names} FROM ${recordset(columns)}`;
}

/** Writes whole rows, over those that have the same key. */
export function upsertion(table: string, columns: Columns, key: readonly string[]): string {
  const changed = Object.keys(columns).filter((name) => !key.includes(name));
  const values = changed.map((name) => `${name} = EXCLUDED.${name}`);
  return `${insertion(table, columns)} ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${values.join(', ')}`;
}

/** Runs a statement over all the rows at once; not at all where there are none. */
export async function writeRows(tx: Queryable, sql: string, rows: readonly object[]): Promise<void> {
  if (rows.length > 0) await tx.query(sql, [toJsonColumn(rows)]);
}

export function hex(bytes: Buffer | null): string | null {
  return bytes === null ? null : String.raw`\x` + bytes.toString('hex');
}

/** The last row of each key: a batch may change a row many times, a statement writes it once. */
export function newest<T>(rows: readonly T[], key: (row: T) => string | number): T[] {
  return [...new Map(rows.map((row) => [key(row), row])).values()];
}
