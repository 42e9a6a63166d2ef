import type { Migration } from '@verbatim/postgres';

/**
 * Finds events that were ignored, by time and by tenant. Both indexes hold ignored events alone: a good event costs nothing
 * more. On an old database they are built from the whole journal, once.
 */
export const ignoredEvents: Migration = {
  name: '0036-ignored-events',
  up: `
CREATE INDEX journal_ignored_time ON journal (received_at) WHERE ignored_code IS NOT NULL;
CREATE INDEX journal_ignored ON journal (tenant, received_at, conversation, position, ignored_code)
  WHERE ignored_code IS NOT NULL;
`,
};
