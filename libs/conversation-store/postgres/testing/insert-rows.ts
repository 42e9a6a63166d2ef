import type { Queryable } from '@verbatim/postgres';
import { toJsonColumn } from '../text-column';

export type Row = Readonly<Record<string, unknown>>;

/** Inserts rows that all have the same columns; other columns take their defaults. */
export async function insertRows(database: Queryable, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first).join(', ');
  await database.query(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1::json)`,
    [toJsonColumn(rows.map(withHex))],
  );
}

function withHex(row: Row): Row {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, hex(value)]));
}

function hex(value: unknown): unknown {
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value;
}
