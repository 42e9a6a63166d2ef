import type { Migration } from '@verbatim/postgres';

/** A stored policy can be removed; conversations keep theirs, which is in their journal. */
export const removedPolicies: Migration = {
  name: '0039-removed-policies',
  up: 'GRANT DELETE ON policies TO verbatim_context;',
};
