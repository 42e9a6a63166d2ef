import type { Migration } from '@verbatim/postgres';

/**
 * What analytics add up, so that no state, receipt or event is opened for it. Receipts of before have no original and
 * are left out.
 */
export const analytics: Migration = {
  name: '0016-analytics',
  up: `
ALTER TABLE receipts
  ADD COLUMN messages integer,
  ADD COLUMN original_messages bigint,
  ADD COLUMN original_tokens bigint;
CREATE INDEX receipts_reduction ON receipts (tenant, conversation, model)
  INCLUDE (tokens, messages, original_messages, original_tokens) WHERE original_tokens IS NOT NULL;

ALTER TABLE conversation_heads
  ADD COLUMN stored_messages bigint GENERATED ALWAYS AS ((state->>'unpinned')::bigint) STORED,
  ADD COLUMN stored_tokens bigint GENERATED ALWAYS AS ((state->>'tokens')::bigint) STORED,
  ADD COLUMN summaries_avoided bigint
    GENERATED ALWAYS AS (coalesce((state->>'summariesAvoided')::bigint, 0)) STORED,
  ADD COLUMN spending jsonb GENERATED ALWAYS AS (coalesce(state->'spending', '[]')) STORED;

-- Those that stand for their range now.
CREATE INDEX conversation_checkpoints_standing ON conversation_checkpoints (tenant, conversation)
  WHERE status IN ('active', 'retired');
`,
};
