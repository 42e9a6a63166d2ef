import type { Migration } from '@verbatim/postgres';

/** What operators are told cheaply: each index holds only the few rows that they ask for. */
export const operations: Migration = {
  name: '0007-operations',
  up: `
-- When the conversation last came through another partition of its topic than before.
ALTER TABLE conversation_heads ADD COLUMN mixed_at timestamptz;
CREATE INDEX conversation_heads_mixed ON conversation_heads (mixed_at) WHERE mixed_at IS NOT NULL;
CREATE INDEX conversation_heads_parked ON conversation_heads (topic, partition) WHERE parked_code IS NOT NULL;

-- Null for what was refused before this column came.
ALTER TABLE event_refusals ADD COLUMN refused_at timestamptz;
ALTER TABLE event_refusals ALTER COLUMN refused_at SET DEFAULT now();
CREATE INDEX event_refusals_time ON event_refusals (refused_at);

GRANT SELECT ON verbatim_migrations TO verbatim_context;
`,
};
