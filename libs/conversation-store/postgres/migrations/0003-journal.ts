import type { Migration } from '@verbatim/postgres';

const PARTITIONS = 8;

const partitions = Array.from(
  { length: PARTITIONS },
  (_, remainder) => `
CREATE TABLE journal_${remainder} PARTITION OF journal FOR VALUES WITH (MODULUS ${PARTITIONS}, REMAINDER ${remainder});
CREATE TRIGGER journal_keeps_all BEFORE TRUNCATE ON journal_${remainder}
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_journal_change();
ALTER TABLE journal_${remainder} ENABLE ALWAYS TRIGGER journal_keeps_all;
ALTER TABLE journal_${remainder} ENABLE ALWAYS TRIGGER journal_keeps_rows;`,
).join('\n');

/**
 * The record: every event as it came, at a gapless position, in a hash chain. Nobody updates, deletes or truncates
 * it, its owner included. `payload` and `salt` can be null for one reason only: forgetting, which keeps the link.
 */
export const journal: Migration = {
  name: '0003-journal',
  up: `
CREATE FUNCTION refuse_journal_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the journal is append-only: % is refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TABLE journal (
  tenant         text        NOT NULL,
  conversation   text        NOT NULL,
  position       bigint      NOT NULL CHECK (position > 0),
  event_id       text        NOT NULL,
  type           text        NOT NULL,
  dataversion    integer     NOT NULL,
  source         text,
  time           text,
  causation_id   text,
  correlation_id text,
  body_hash      bytea       NOT NULL,
  mode           text        NOT NULL CHECK (mode IN ('structured', 'binary')),
  record_key     bytea,
  headers        bytea,
  payload        bytea,
  salt           bytea,
  link           bytea       NOT NULL,
  tokens         integer,
  encoding       text,
  ignored_code   text,
  ignored_detail text,
  topic          text,
  partition      integer,
  log_offset     bigint,
  received_at    timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant, conversation, position),
  UNIQUE (tenant, conversation, event_id)
) PARTITION BY HASH (tenant, conversation);

CREATE TRIGGER journal_keeps_rows BEFORE UPDATE OR DELETE ON journal
  FOR EACH ROW EXECUTE FUNCTION refuse_journal_change();
CREATE TRIGGER journal_keeps_all BEFORE TRUNCATE ON journal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_journal_change();
-- ALWAYS: also in a session that declares itself a replica.
ALTER TABLE journal ENABLE ALWAYS TRIGGER journal_keeps_all;
${partitions}

GRANT SELECT, INSERT ON journal TO verbatim_projector;
GRANT SELECT ON journal TO verbatim_summarizer, verbatim_context;
`,
};
