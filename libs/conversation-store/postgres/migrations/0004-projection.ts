import type { Migration } from '@verbatim/postgres';

/** What the projector makes of the journal, and may drop and make again: state, due work, and its own positions. */
export const projection: Migration = {
  name: '0004-projection',
  up: `
CREATE TABLE conversation_heads (
  tenant           text        NOT NULL,
  conversation     text        NOT NULL,
  -- Newest position in the journal and its link; the state below may be behind it while the conversation is parked.
  journal_position bigint      NOT NULL,
  journal_link     bytea       NOT NULL,
  applied_position bigint      NOT NULL,
  view_version     bigint      NOT NULL,
  fold_version     integer     NOT NULL,
  state            jsonb       NOT NULL,
  parked_code      text,
  parked_detail    text,
  -- Where the log keeps the conversation: the services publish there too.
  topic            text,
  partition        integer,
  created_at       timestamptz NOT NULL DEFAULT now(),
  updated_at       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant, conversation)
);

CREATE TABLE conversation_items (
  tenant                text    NOT NULL,
  conversation          text    NOT NULL,
  position              bigint  NOT NULL,
  event_id              text    NOT NULL,
  role                  text    NOT NULL,
  ordinal               integer,
  group_position        bigint,
  calls                 text[]  NOT NULL,
  answers               text[]  NOT NULL,
  first_result          integer NOT NULL,
  unmatched             text,
  run                   integer NOT NULL,
  -- A producer may mark any iteration.
  iteration             bigint  NOT NULL,
  tokens                integer NOT NULL,
  tokens_through        bigint  NOT NULL,
  result_tokens_through bigint  NOT NULL,
  PRIMARY KEY (tenant, conversation, position)
);
CREATE UNIQUE INDEX conversation_items_ordinal ON conversation_items (tenant, conversation, ordinal) WHERE ordinal IS NOT NULL;
CREATE INDEX conversation_items_pinned ON conversation_items (tenant, conversation, position) WHERE ordinal IS NULL;
CREATE INDEX conversation_items_result ON conversation_items (tenant, conversation, first_result) WHERE first_result > 0;
CREATE INDEX conversation_items_group ON conversation_items (tenant, conversation, group_position) WHERE group_position IS NOT NULL;

CREATE TABLE conversation_groups (
  tenant        text    NOT NULL,
  conversation  text    NOT NULL,
  position      bigint  NOT NULL,
  first_ordinal integer NOT NULL,
  last_ordinal  integer NOT NULL,
  members       jsonb   NOT NULL,
  pending       text[]  NOT NULL,
  abandoned_at  bigint,
  PRIMARY KEY (tenant, conversation, position)
);
CREATE INDEX conversation_groups_last ON conversation_groups (tenant, conversation, last_ordinal);

CREATE TABLE conversation_calls (
  tenant         text   NOT NULL,
  conversation   text   NOT NULL,
  -- SHA-256 of the id, which has any length: an index row must stay below 2,704 bytes.
  call_hash      bytea  NOT NULL,
  call_id        text   NOT NULL,
  opened_at      bigint NOT NULL,
  group_position bigint,
  result         bigint,
  PRIMARY KEY (tenant, conversation, call_hash, opened_at)
);

CREATE TABLE conversation_checkpoints (
  tenant         text    NOT NULL,
  conversation   text    NOT NULL,
  id             text    NOT NULL,
  status         text    NOT NULL CHECK (status IN ('active', 'superseded', 'revoked', 'refused')),
  from_position  bigint  NOT NULL,
  to_position    bigint  NOT NULL,
  from_message   text    NOT NULL,
  to_message     text    NOT NULL,
  -- As the event says, also of a refused one.
  from_ordinal   bigint  NOT NULL,
  to_ordinal     bigint  NOT NULL,
  summary        text,
  strategy       text    NOT NULL,
  mode           text    NOT NULL,
  supersedes     text[]  NOT NULL,
  basis          bigint  NOT NULL,
  policy_version text    NOT NULL,
  summarizer     text,
  tokens_before  bigint  NOT NULL,
  tokens_after   bigint  NOT NULL,
  decided_at     bigint  NOT NULL,
  recorded_at    bigint,
  created_at     text,
  refusal        text,
  PRIMARY KEY (tenant, conversation, id)
);
CREATE INDEX conversation_checkpoints_active ON conversation_checkpoints (tenant, conversation, to_ordinal) WHERE status = 'active';

-- Events that were folded and refused; all others up to the applied position were applied or are ignored in the journal.
CREATE TABLE event_refusals (
  tenant       text   NOT NULL,
  conversation text   NOT NULL,
  position     bigint NOT NULL,
  code         text   NOT NULL,
  detail       text   NOT NULL,
  PRIMARY KEY (tenant, conversation, position)
);

-- At most one open piece of work for each conversation and mechanism. The projector opens and closes rows; workers
-- change the columns of the lease.
CREATE TABLE due_work (
  tenant        text        NOT NULL,
  conversation  text        NOT NULL,
  mechanism     text        NOT NULL,
  opened_at     bigint      NOT NULL,
  attempt       integer     NOT NULL DEFAULT 0,
  lease_token   bigint      NOT NULL DEFAULT 0,
  leased_by     text,
  leased_until  timestamptz,
  not_before    timestamptz NOT NULL DEFAULT now(),
  -- Nothing could be done at this position: not leased again until the conversation has moved on.
  idle_at       bigint,
  failures      integer     NOT NULL DEFAULT 0,
  failed        boolean     NOT NULL DEFAULT false,
  last_error    text,
  created_at    timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant, conversation, mechanism)
);
CREATE INDEX due_work_next ON due_work (not_before);
-- Lease tokens rise over all rows: work that was closed and opened again never repeats one.
CREATE SEQUENCE due_work_lease;

CREATE TABLE processor_positions (
  consumer_group text        NOT NULL,
  topic          text        NOT NULL,
  partition      integer     NOT NULL,
  owner          text        NOT NULL,
  epoch          bigint      NOT NULL,
  next_offset    bigint      NOT NULL,
  log_identity   text        NOT NULL,
  -- SHA-256 of the last record applied: read again at a claim, it tells whether the log is still the one we knew.
  last_offset    bigint,
  last_record    bytea,
  applied        bigint      NOT NULL DEFAULT 0,
  duplicates     bigint      NOT NULL DEFAULT 0,
  updated_at     timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (consumer_group, topic, partition)
);

CREATE TABLE dead_letters (
  id           bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind         text        NOT NULL CHECK (kind IN ('unreadable', 'conflict')),
  tenant       text,
  conversation text,
  event_id     text,
  topic        text        NOT NULL,
  partition    integer     NOT NULL,
  log_offset   bigint      NOT NULL,
  code         text        NOT NULL,
  detail       text        NOT NULL,
  record_key   bytea,
  headers      bytea,
  raw          bytea,
  created_at   timestamptz NOT NULL DEFAULT now(),
  UNIQUE (topic, partition, log_offset)
);
CREATE INDEX dead_letters_event ON dead_letters (tenant, conversation, event_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON conversation_heads, conversation_items, conversation_groups, conversation_calls,
  conversation_checkpoints, event_refusals, due_work, processor_positions TO verbatim_projector;
GRANT SELECT, INSERT ON dead_letters TO verbatim_projector;
GRANT SELECT ON conversation_heads, conversation_items, conversation_groups, conversation_calls,
  conversation_checkpoints, event_refusals, due_work, processor_positions, dead_letters
  TO verbatim_summarizer, verbatim_context;
GRANT UPDATE (lease_token, leased_by, leased_until, not_before, idle_at, failures, failed, last_error) ON due_work
  TO verbatim_summarizer;
GRANT USAGE ON SEQUENCE due_work_lease TO verbatim_summarizer;
`,
};
