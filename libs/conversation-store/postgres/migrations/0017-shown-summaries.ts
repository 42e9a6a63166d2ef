import type { Migration } from '@verbatim/postgres';

/** A context looks for its summaries among these alone: cuts stay active for ever, and superseded ones in the table. */
export const shownSummaries: Migration = {
  name: '0017-shown-summaries',
  up: `
CREATE INDEX conversation_checkpoints_shown ON conversation_checkpoints (tenant, conversation, from_ordinal)
  WHERE status = 'active' AND summary IS NOT NULL;
`,
};
