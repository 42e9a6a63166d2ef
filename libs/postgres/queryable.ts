/**
 * What repositories are written against: plain SQL, $1 parameters, rows as objects.
 * bigint columns arrive as strings, timestamptz as Date, json parsed. A JavaScript array becomes a Postgres
 * array: stringify what is meant for a json column.
 */
export interface Queryable {
  /** Gives the rows, also those of `UPDATE … RETURNING`; of several statements in one text the last one's. */
  query<Row extends object = Record<string, unknown>>(
    sql: string,
    parameters?: readonly unknown[],
  ): Promise<Row[]>;
}

/** The same, inside a transaction and valid until it ends. One failed statement dooms the whole transaction. */
export interface Transaction extends Queryable {
  /** Gives the number of affected rows. */
  execute(sql: string, parameters?: readonly unknown[]): Promise<number>;
}
