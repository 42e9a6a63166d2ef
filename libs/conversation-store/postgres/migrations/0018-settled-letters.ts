import type { Migration } from '@verbatim/postgres';

/** What operators decided about dead letters, and a quick look at the events that they gave up. */
export const settledLetters: Migration = {
  name: '0018-settled-letters',
  up: `
-- The letters themselves are never changed or removed; what was decided about one is decided once.
CREATE TABLE dead_letter_settlements (
  letter       bigint      PRIMARY KEY REFERENCES dead_letters (id),
  outcome      text        NOT NULL CHECK (outcome IN ('redriven', 'discarded')),
  reason       text,
  -- The API key's id, or 'local' where none was needed.
  settled_by   text        NOT NULL,
  -- Of a redriven letter: the record published, and whose it is where it could be read.
  tenant       text,
  conversation text,
  event_id     text,
  topic        text,
  partition    integer,
  log_offset   bigint,
  settled_at   timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT ON dead_letter_settlements TO verbatim_context;

-- Read ahead of each fold of a conversation from its first event.
CREATE INDEX journal_discards ON journal (tenant, conversation, position) WHERE type = 'EventDiscarded';
`,
};
