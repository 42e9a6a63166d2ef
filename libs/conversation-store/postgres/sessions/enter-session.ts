import type { Database, Queryable } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import type { SessionEntry, SessionLimit } from '../../sessions/session-store';
import { keyParameters } from '../key-parameters';
import { toNumber } from '../rows/columns';
import { inUse, timeoutParameter } from './in-use';

const goOn = `
  UPDATE sessions SET last_used = statement_timestamp()
  WHERE tenant = $1 AND conversation = $2 AND ${inUse('$3::integer')}
  RETURNING 1`;

/** Arbitrary; sessions of a tenant are opened one after the other, so that no two take its last place. */
const lock = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 5501730224810937))';

const open = `
  WITH others AS (
    SELECT count(*) AS active, min(last_used) AS oldest FROM sessions
    WHERE tenant = $1 AND conversation <> $2 AND ${inUse('$3::integer')}
  ), ended AS (
    DELETE FROM sessions WHERE tenant = $1 AND conversation <> $2 AND NOT ${inUse('$3::integer')}
  ), head AS (
    SELECT count(*) AS found FROM conversation_heads WHERE tenant = $1 AND conversation = $2
  ), opened AS (
    INSERT INTO sessions (tenant, conversation, last_used)
    SELECT $1, $2, statement_timestamp() FROM others, head WHERE found > 0 AND active < $4::bigint
    ON CONFLICT (tenant, conversation) DO UPDATE SET last_used = excluded.last_used
  )
  SELECT active, found = 0 OR active < $4::bigint AS entered, CASE WHEN $3::integer > 0 THEN
    extract(epoch FROM oldest + make_interval(mins => $3::integer) - statement_timestamp()) END AS seconds
  FROM others, head`;

interface Row {
  readonly active: string;
  readonly entered: boolean;
  readonly seconds: string | null;
}

/** One statement where the session goes on, a short transaction where one is to be opened. */
export async function enterSession(
  database: Database,
  key: ConversationKey,
  { max, idleTimeoutMinutes }: SessionLimit,
): Promise<SessionEntry> {
  const parameters = [...keyParameters(key), timeoutParameter(idleTimeoutMinutes)];
  if ((await database.query(goOn, parameters)).length > 0) return { entered: true };
  return database.transaction((tx) => openSession(tx, parameters, max));
}

async function openSession(
  tx: Queryable,
  parameters: readonly unknown[],
  max: number,
): Promise<SessionEntry> {
  await tx.query(lock, parameters.slice(0, 1));
  const [row] = await tx.query<Row>(open, [...parameters, max]);
  if (row === undefined) throw new Error('an aggregate gave no row');
  if (row.entered) return { entered: true };
  const freeInSeconds = row.seconds === null ? null : Math.ceil(Number(row.seconds));
  return { entered: false, active: toNumber(row.active), freeInSeconds };
}
