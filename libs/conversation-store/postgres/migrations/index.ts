import type { Migration } from '@verbatim/postgres';
import { eventLogMigration } from '@verbatim/event-log';
import { roles } from './0001-roles';
import { journal } from './0003-journal';
import { projection } from './0004-projection';
import { serving } from './0005-serving';
import { apiKeys } from './0006-api-keys';
import { operations } from './0007-operations';
import { brokenHistories } from './0008-broken-histories';
import { sentBodies } from './0009-sent-bodies';

/** The whole schema, in order. A migration that was released is never edited. */
export const migrations: readonly Migration[] = [
  roles,
  eventLogMigration,
  journal,
  projection,
  serving,
  apiKeys,
  operations,
  brokenHistories,
  sentBodies,
];
