import type { Migration } from '@verbatim/postgres';

/** What was asked of summarisers in the last minute, where a policy limits that (SPEC 5). */
export const summarizerRequests: Migration = {
  name: '0014-summarizer-requests',
  up: `
CREATE TABLE summarizer_requests (
  id            bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant        text        NOT NULL,
  summarizer    text        NOT NULL,
  made_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
  input_tokens  integer     NOT NULL,
  output_tokens integer     NOT NULL
);
CREATE INDEX summarizer_requests_account ON summarizer_requests (tenant, summarizer, made_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON summarizer_requests TO verbatim_summarizer;
`,
};
