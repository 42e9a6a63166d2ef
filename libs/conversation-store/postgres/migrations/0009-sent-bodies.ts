import type { Migration } from '@verbatim/postgres';

/** What runtimes say they really sent for a call (SPEC 8). */
export const sentBodies: Migration = {
  name: '0009-sent-bodies',
  up: `
CREATE TABLE sent_bodies (
  tenant     text        NOT NULL,
  call_id    text        NOT NULL,
  sha256     bytea       NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant, call_id, sha256)
);
GRANT SELECT, INSERT ON sent_bodies TO verbatim_context;
`,
};
