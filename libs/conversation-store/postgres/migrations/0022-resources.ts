import type { Migration } from '@verbatim/postgres';

/**
 * What keeps others waiting: models that summarizers leave alone, and transactions that stay open. Postgres shows these to
 * their own login only, which no service's role is, so the function runs as its owner. It tells no statement's text.
 */
export const resources: Migration = {
  name: '0022-resources',
  up: `
CREATE TABLE model_circuits (
  model      text        PRIMARY KEY,
  open_until timestamptz NOT NULL,
  reason     text        NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON model_circuits TO verbatim_summarizer;
GRANT SELECT ON model_circuits TO verbatim_context;

CREATE FUNCTION open_transactions(longer_than interval)
RETURNS TABLE (pid integer, login text, application text, state text, seconds double precision, locked text[])
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
  SELECT s.pid, s.usename::text, s.application_name, s.state, extract(epoch FROM clock_timestamp() - s.xact_start)::float8,
    ARRAY(SELECT DISTINCT c.relname::text FROM pg_locks AS l JOIN pg_class AS c ON c.oid = l.relation
          WHERE l.pid = s.pid AND l.granted AND c.relkind IN ('r', 'p')
            AND l.mode NOT IN ('AccessShareLock', 'RowShareLock') ORDER BY 1)
  FROM pg_stat_activity AS s
  WHERE s.datname = current_database() AND s.backend_type = 'client backend' AND s.pid <> pg_backend_pid()
    AND s.xact_start < clock_timestamp() - longer_than
  ORDER BY s.xact_start
$$;
REVOKE ALL ON FUNCTION open_transactions FROM PUBLIC;
GRANT EXECUTE ON FUNCTION open_transactions TO verbatim_context;
`,
};
