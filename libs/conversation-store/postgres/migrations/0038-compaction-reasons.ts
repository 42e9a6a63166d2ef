import type { Migration } from '@verbatim/postgres';

/** Why a request to compact led to nothing, in words. */
export const compactionReasons: Migration = {
  name: '0038-compaction-reasons',
  up: 'ALTER TABLE compaction_requests ADD COLUMN reason text;',
};
