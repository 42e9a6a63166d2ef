import type { Migration } from '@verbatim/postgres';

/** Letters whose place in the log an older letter has: few, and looked for at every append. */
export const lettersBeside: Migration = {
  name: '0023-letters-beside',
  up: `CREATE INDEX dead_letters_beside ON dead_letters (partition, log_offset) WHERE topic LIKE '%@%';`,
};
