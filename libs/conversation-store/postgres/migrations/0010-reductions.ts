import type { Migration } from '@verbatim/postgres';

/** What reductions beside checkpoints and omissions need: lengths of texts, replacements, and what a summary is of. */
export const reductions: Migration = {
  name: '0010-reductions',
  up: `
ALTER TABLE conversation_items
  ADD COLUMN characters integer NOT NULL DEFAULT 0,
  ADD COLUMN lengths integer[] NOT NULL DEFAULT '{}',
  ADD COLUMN replacements jsonb NOT NULL DEFAULT '[]';
ALTER TABLE conversation_checkpoints
  ADD COLUMN kind text NOT NULL DEFAULT 'checkpoint',
  ADD COLUMN topic text,
  -- How the summary came about: loss, trust, drafts that were not accepted, tokens used.
  ADD COLUMN record jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN usage jsonb,
  DROP CONSTRAINT conversation_checkpoints_status_check,
  ADD CHECK (status IN ('active', 'superseded', 'revoked', 'refused', 'retired'));
`,
};
