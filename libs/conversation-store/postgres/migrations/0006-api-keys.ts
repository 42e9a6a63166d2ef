import type { Migration } from '@verbatim/postgres';

/** API keys, as hashes. Nobody but the context-builder reads them; a key is never deleted, so that lists tell of it. */
export const apiKeys: Migration = {
  name: '0006-api-keys',
  up: `
CREATE TABLE api_keys (
  id         bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant     text        NOT NULL,
  name       text,
  scopes     text[]      NOT NULL,
  sha256     bytea       NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz
);
CREATE INDEX api_keys_tenant ON api_keys (tenant, id);

GRANT SELECT, INSERT, UPDATE (revoked_at) ON api_keys TO verbatim_context;
`,
};
