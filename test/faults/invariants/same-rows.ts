import { isDeepStrictEqual } from 'node:util';
import type { Database } from '@verbatim/postgres';

/** A table, what of it must be the same in two projections of one log, and what names a row. */
interface Compared {
  readonly table: string;
  readonly key: string;
  /** Columns that each projection has for itself: times, salts and what follows from them, identities, leases. */
  readonly own: readonly string[];
}

const conversation = 'tenant, conversation';

const compared: readonly Compared[] = [
  {
    table: 'journal',
    key: `${conversation}, position`,
    own: ['received_at', 'salt', 'link'],
  },
  {
    table: 'conversation_heads',
    key: conversation,
    own: ['journal_link', 'created_at', 'updated_at', 'mixed_at'],
  },
  { table: 'conversation_items', key: `${conversation}, position`, own: [] },
  { table: 'conversation_groups', key: `${conversation}, position`, own: [] },
  { table: 'conversation_calls', key: `${conversation}, call_hash, opened_at`, own: [] },
  { table: 'conversation_checkpoints', key: `${conversation}, id`, own: [] },
  { table: 'conversation_descriptions', key: conversation, own: [] },
  { table: 'event_refusals', key: `${conversation}, position`, own: ['refused_at'] },
  { table: 'dead_letters', key: 'topic, partition, log_offset', own: ['id', 'created_at'] },
];

/** Of a table's rows that differ. */
const MOST_NAMED = 5;
/** Characters of a value. */
const MOST_SHOWN = 200;

/**
 * Where two projections of one log differ, row by row, in sentences; `except` names conversations (`tenant/conversation`)
 * that are no matter. `checked` counts rows.
 */
export async function differentRows(
  [one, other]: readonly [Database, Database],
  except: ReadonlySet<string>,
): Promise<{ checked: number; problems: string[] }> {
  const problems: string[] = [];
  let checked = 0;
  for (const each of compared) {
    const rows = await digests(one, each, except);
    const others = await digests(other, each, except);
    const names = [...new Set([...rows.keys(), ...others.keys()])];
    const different = names.filter((name) => rows.get(name) !== others.get(name));
    checked += names.length;
    for (const name of different.slice(0, MOST_NAMED)) {
      const [row, otherRow] = [await rowNamed(one, each, name), await rowNamed(other, each, name)];
      const what = differentColumns(row, otherRow).join(', ');
      problems.push(`${each.table} ${name} (one of ${different.length} rows): ${what}`);
    }
  }
  return { checked, problems };
}

type Row = Readonly<Record<string, unknown>>;

/** By what names the row, a digest of the rest. */
async function digests(
  database: Database,
  { table, key, own }: Compared,
  except: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const rows = await database.query<{ place: string; name: string; digest: string }>(
    `SELECT tenant || '/' || conversation AS place, concat_ws(' ', ${key}) AS name,
            md5((to_jsonb(written) - $1::text[])::text) AS digest
     FROM ${table} AS written`,
    [own],
  );
  return new Map(rows.filter(({ place }) => !except.has(place)).map(({ name, digest }) => [name, digest]));
}

async function rowNamed(database: Database, { table, key, own }: Compared, name: string): Promise<Row> {
  const [found] = await database.query<{ row: Row }>(
    `SELECT to_jsonb(written) - $1::text[] AS row FROM ${table} AS written WHERE concat_ws(' ', ${key}) = $2`,
    [own, name],
  );
  return found?.row ?? {};
}

function differentColumns(one: Row, other: Row): string[] {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const different = names.filter((name) => !isDeepStrictEqual(one[name], other[name]));
  const said = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, MOST_SHOWN);
  return different.map((name) => `${name} is ${said(one[name])} and ${said(other[name])}`);
}
