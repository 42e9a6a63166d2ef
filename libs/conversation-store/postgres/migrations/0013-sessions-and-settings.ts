import type { Migration } from '@verbatim/postgres';

/**
 * Sessions (SPEC 6), and default policies that hold until the services restart. `sessions` has no index beside its key, so
 * that a touch rewrites one row in place.
 */
export const sessionsAndSettings: Migration = {
  name: '0013-sessions-and-settings',
  up: `
CREATE TABLE sessions (
  tenant       text        NOT NULL,
  conversation text        NOT NULL,
  last_used    timestamptz NOT NULL,
  PRIMARY KEY (tenant, conversation)
) WITH (fillfactor = 50);

CREATE TABLE temporary_policies (
  tenant   text  PRIMARY KEY,
  name     text  NOT NULL,
  version  text  NOT NULL,
  document jsonb NOT NULL
);

-- What holds for a tenant that chose a default, or changed the built-in one.
CREATE VIEW default_policies AS
  SELECT tenant, name, version, document FROM temporary_policies
  UNION ALL
  SELECT chosen.tenant, kept.name, kept.version, kept.document
  FROM tenant_settings AS chosen
  JOIN policies AS kept ON kept.tenant = chosen.tenant AND kept.name = chosen.default_policy
  WHERE NOT EXISTS (SELECT FROM temporary_policies AS over WHERE over.tenant = chosen.tenant);

GRANT SELECT, INSERT, UPDATE, DELETE ON sessions, temporary_policies TO verbatim_context;
GRANT SELECT ON default_policies TO verbatim_projector, verbatim_summarizer, verbatim_context;
`,
};
