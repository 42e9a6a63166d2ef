import type { Migration } from '@verbatim/postgres';

/**
 * Titles, users and metadata of conversations, beside the heads, which every batch writes. Only conversations that were
 * described have a row. A user may be as long as a name, so its index holds hashes.
 */
export const descriptions: Migration = {
  name: '0034-descriptions',
  up: `
CREATE TABLE conversation_descriptions (
  tenant       text  NOT NULL,
  conversation text  NOT NULL,
  title        text,
  -- The title in lower case, as it is searched.
  title_search text,
  user_id      text,
  metadata     jsonb NOT NULL,
  PRIMARY KEY (tenant, conversation)
);
CREATE INDEX conversation_descriptions_user ON conversation_descriptions USING hash (user_id);
CREATE INDEX conversation_descriptions_metadata ON conversation_descriptions USING gin (metadata jsonb_path_ops);

-- Never changes in a row, so writing heads does not write it.
CREATE INDEX conversation_heads_created ON conversation_heads (tenant, created_at, conversation);

GRANT SELECT, INSERT, UPDATE, DELETE ON conversation_descriptions TO verbatim_projector;
GRANT SELECT ON conversation_descriptions TO verbatim_summarizer, verbatim_context;
`,
};
