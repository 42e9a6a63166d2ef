import type { Migration } from '@verbatim/postgres';

/** What the context-builder writes: receipts and their segments, which nobody changes again, and configuration. */
export const serving: Migration = {
  name: '0005-serving',
  up: `
CREATE TABLE segments (
  tenant       text  NOT NULL,
  conversation text  NOT NULL,
  sha256       bytea NOT NULL,
  bytes        bytea,
  PRIMARY KEY (tenant, conversation, sha256)
);

CREATE TABLE receipts (
  tenant         text        NOT NULL,
  call_id        text        NOT NULL,
  conversation   text        NOT NULL,
  position       bigint      NOT NULL,
  model          text        NOT NULL,
  target         text        NOT NULL,
  tokens         integer     NOT NULL,
  request_sha256 bytea       NOT NULL,
  body_sha256    bytea       NOT NULL,
  document       json        NOT NULL,
  created_at     timestamptz NOT NULL DEFAULT now(),
  sequence       bigint      GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (tenant, call_id)
);
CREATE INDEX receipts_conversation ON receipts (tenant, conversation, sequence);
CREATE INDEX receipts_sequence ON receipts (tenant, sequence);

CREATE TABLE policies (
  tenant     text        NOT NULL,
  name       text        NOT NULL,
  version    text        NOT NULL,
  document   jsonb       NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant, name)
);

CREATE TABLE tenant_settings (
  tenant         text PRIMARY KEY,
  default_policy text NOT NULL
);

CREATE TABLE model_entries (
  tenant text  NOT NULL,
  id     text  NOT NULL,
  entry  jsonb NOT NULL,
  PRIMARY KEY (tenant, id)
);

GRANT SELECT, INSERT ON receipts, segments TO verbatim_context;
GRANT SELECT, INSERT, UPDATE ON policies, tenant_settings, model_entries TO verbatim_context;
GRANT SELECT ON policies, tenant_settings, model_entries TO verbatim_projector, verbatim_summarizer;
`,
};
