/** A thousand years, so that every timeout is a time that Postgres can tell. */
const MOST_MINUTES = 525_600_000;

/** Minutes for a statement's parameter of type integer. */
export function timeoutParameter(minutes: number): number {
  return Math.min(minutes, MOST_MINUTES);
}

/** SQL that is true of a session in use; `minutes` is SQL of type integer, 0 for a timeout of never. */
export function inUse(minutes: string): string {
  return `(${minutes} = 0 OR sessions.last_used > statement_timestamp() - make_interval(mins => ${minutes}))`;
}

/**
 * A relation (tenant, minutes) of the tenants that have sessions, each with the timeout of its default policy; `otherwise` is
 * SQL of type integer, for those that set none.
 */
export function timeouts(otherwise: string): string {
  return `(
    SELECT tenant, coalesce((
      SELECT least((document #>> '{sessions,idleTimeoutMinutes}')::numeric, ${MOST_MINUTES})::integer
      FROM default_policies WHERE default_policies.tenant = used.tenant
    ), ${otherwise}) AS minutes
    FROM (SELECT DISTINCT tenant FROM sessions) AS used
  )`;
}
