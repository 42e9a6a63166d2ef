import type { Migration } from '@verbatim/postgres';

/** Tool outputs are summarised by the conversation's own model: that of its newest call (SPEC 4). */
export const modelsOfCalls: Migration = {
  name: '0011-models-of-calls',
  up: `
GRANT SELECT (tenant, conversation, sequence, model) ON receipts TO verbatim_summarizer;
`,
};
