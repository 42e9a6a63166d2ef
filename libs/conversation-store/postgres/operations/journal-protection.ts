import type { Queryable } from '@verbatim/postgres';
import type { JournalProtection } from '../../operations/operations-reader';

const tables = `
  tables AS (
    SELECT 'journal'::regclass AS oid
    UNION ALL SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'journal'::regclass
  )`;

/** Of columns too: who may update one of them may change the record. */
const roles = `
  WITH ${tables}
  SELECT name, role.oid IS NOT NULL AS exists, ARRAY(
    SELECT privilege || ' ON ' || tables.oid::text FROM tables, unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE']) AS privilege
    WHERE has_table_privilege(role.oid, tables.oid, privilege)
      OR privilege = 'UPDATE' AND has_any_column_privilege(role.oid, tables.oid, privilege)
    ORDER BY 1
  ) AS may
  FROM unnest($1::text[]) WITH ORDINALITY AS given (name, place)
  LEFT JOIN pg_roles AS role ON role.rolname = name
  ORDER BY place`;

/**
 * The bits of `tgtype` are 1 for each row, 2 before, 8 DELETE, 16 UPDATE, 32 TRUNCATE. `A`: in every session, one that
 * declares itself a replica too. Rows stand in the partitions alone, so the journal itself needs no trigger for them.
 */
const unguarded = `
  WITH ${tables}
  SELECT tables.oid::text AS table, statement
  FROM tables
  JOIN pg_class ON pg_class.oid = tables.oid
  JOIN (VALUES ('UPDATE', 19, 19), ('DELETE', 11, 11), ('TRUNCATE', 35, 34)) AS needed (statement, mask, bits)
    ON statement = 'TRUNCATE' OR relkind = 'r'
  WHERE NOT EXISTS (
    SELECT FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid
    WHERE tgrelid = tables.oid AND tgenabled = 'A' AND proname = 'refuse_journal_change'
      AND tgtype & mask = bits AND tgqual IS NULL AND tgattr = ''
  )
  ORDER BY 1, 2`;

/** From the catalogue; nothing is tried. */
export async function journalProtection(
  database: Queryable,
  names: readonly string[],
): Promise<JournalProtection> {
  return {
    roles: await database.query<JournalProtection['roles'][number]>(roles, [names]),
    unguarded: await database.query<JournalProtection['unguarded'][number]>(unguarded),
  };
}
