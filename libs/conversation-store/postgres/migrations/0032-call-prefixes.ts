import type { Migration } from '@verbatim/postgres';

/** Finds calls by the beginning of their ids: in the order of bytes, whatever the collation of the database. */
export const callPrefixes: Migration = {
  name: '0032-call-prefixes',
  up: `CREATE INDEX receipts_call_prefix ON receipts (tenant, call_id COLLATE "C");`,
};
