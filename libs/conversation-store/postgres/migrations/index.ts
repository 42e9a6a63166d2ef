import type { Migration } from '@verbatim/postgres';
import { eventLogMigration } from '@verbatim/event-log';
import { roles } from './0001-roles';
import { journal } from './0003-journal';
import { projection } from './0004-projection';
import { serving } from './0005-serving';
import { apiKeys } from './0006-api-keys';
import { operations } from './0007-operations';
import { brokenHistories } from './0008-broken-histories';
import { reductions } from './0010-reductions';
import { modelsOfCalls } from './0011-models-of-calls';
import { sentBodies } from './0009-sent-bodies';
import { sessionsAndSettings } from './0013-sessions-and-settings';
import { summarizerRequests } from './0014-summarizer-requests';
import { compactionRequests } from './0015-compaction-requests';
import { analytics } from './0016-analytics';
import { shownSummaries } from './0017-shown-summaries';
import { settledLetters } from './0018-settled-letters';
import { signatures } from './0019-signatures';
import { receiptFeed } from './0020-receipt-feed';
import { logRetention } from './0021-log-retention';
import { resources } from './0022-resources';
import { lettersBeside } from './0023-letters-beside';
import { callPrefixes } from './0032-call-prefixes';
import { descriptions } from './0034-descriptions';
import { ignoredEvents } from './0036-ignored-events';
import { compactionReasons } from './0038-compaction-reasons';
import { removedPolicies } from './0039-removed-policies';

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
  reductions,
  modelsOfCalls,
  sessionsAndSettings,
  summarizerRequests,
  compactionRequests,
  analytics,
  shownSummaries,
  settledLetters,
  signatures,
  receiptFeed,
  logRetention,
  resources,
  lettersBeside,
  callPrefixes,
  descriptions,
  ignoredEvents,
  compactionReasons,
  removedPolicies,
];
