import type { Migration } from '@verbatim/postgres';

/** What operators ask the summarizer to compact now (SPEC 5), and what came of it. Kept for a day. */
export const compactionRequests: Migration = {
  name: '0015-compaction-requests',
  up: `
CREATE TABLE compaction_requests (
  id           bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant       text        NOT NULL,
  conversation text        NOT NULL,
  -- Empty for whatever comes first.
  what         text        NOT NULL,
  state        text        NOT NULL DEFAULT 'asked' CHECK (state IN ('asked', 'done', 'nothing')),
  event        text,
  last_error   text,
  requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  not_before   timestamptz NOT NULL DEFAULT clock_timestamp(),
  leased_until timestamptz,
  failures     integer     NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX compaction_requests_open ON compaction_requests (tenant, conversation, what)
  WHERE state = 'asked';
GRANT SELECT, INSERT, DELETE ON compaction_requests TO verbatim_context;
GRANT SELECT, UPDATE ON compaction_requests TO verbatim_summarizer;
`,
};
