import type { Migration } from '@verbatim/postgres';

/**
 * The key with which the services of this database sign their events unless one is configured: three random UUIDs, of
 * 122 random bits each. And what was refused for its signature, as a doctor asks for it: the journal has no index by time.
 */
export const signatures: Migration = {
  name: '0019-signatures',
  up: `
CREATE TABLE signing_key (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  id     text    NOT NULL,
  secret text    NOT NULL
);
INSERT INTO signing_key (id, secret) VALUES (
  'database-' || left(replace(gen_random_uuid()::text, '-', ''), 8),
  replace(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
);
REVOKE ALL ON signing_key FROM PUBLIC;
GRANT SELECT ON signing_key TO verbatim_projector, verbatim_summarizer, verbatim_context;

CREATE TABLE signature_refusals (
  tenant       text        NOT NULL,
  conversation text        NOT NULL,
  event_id     text        NOT NULL,
  code         text        NOT NULL,
  detail       text        NOT NULL,
  refused_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant, conversation, event_id)
);
CREATE INDEX signature_refusals_time ON signature_refusals (refused_at);
GRANT SELECT, INSERT ON signature_refusals TO verbatim_projector;
GRANT SELECT ON signature_refusals TO verbatim_context;
`,
};
