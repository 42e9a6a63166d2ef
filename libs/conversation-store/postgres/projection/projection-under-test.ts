import { type Head, initialHead, resolvePolicy } from '@verbatim/conversation';
import { Database } from '@verbatim/postgres';
import { testDatabase } from '../../../../test/support/postgres';
import type { ConversationKey, JournalRow } from '../../journal-row';
import type { Claim, ClaimRequest, ConversationWrite, StoredHead } from '../../projection/projection-store';
import { migrations } from '../migrations';
import { PostgresProjectionStore } from './postgres-projection-store';

export interface ProjectionUnderTest {
  readonly store: PostgresProjectionStore;
  /** As the owner of the tables; the store acts as `verbatim_projector`. */
  readonly owner: Database;
  readonly projector: Database;
  /** A claim on a partition of an endless log. */
  claim(partition?: number): Promise<Claim>;
  close(): Promise<void>;
}

/** A store in a database of its own. */
export async function openTestProjection(): Promise<ProjectionUnderTest> {
  const { url, drop } = await testDatabase(migrations);
  const owner = await Database.open({ url, applicationName: 'projection tests', poolSize: 4 });
  const projector = await Database.open({
    url,
    applicationName: 'projection tests',
    role: 'verbatim_projector',
  });
  const store = new PostgresProjectionStore(projector);
  return {
    store,
    owner,
    projector,
    claim: async (partition = 0) => (await store.claim(claimRequest({ partition }))).claim,
    close: async () => {
      await projector.close();
      await owner.close();
      await drop();
    },
  };
}

export function claimRequest(changes: Partial<ClaimRequest> = {}): ClaimRequest {
  return {
    group: 'projector',
    topic: 'events',
    partition: 0,
    owner: 'one',
    logIdentity: 'log-1',
    low: 0,
    high: Number.MAX_SAFE_INTEGER,
    ...changes,
  };
}

export function headOf({ tenant, conversation }: ConversationKey, changes: Partial<Head> = {}): Head {
  return { ...initialHead(tenant, conversation, resolvePolicy({})), position: 1, ...changes };
}

export function storedHead(key: ConversationKey, changes: Partial<StoredHead> = {}): StoredHead {
  const { tenant, conversation } = key;
  const link = Buffer.from('link');
  return {
    tenant,
    conversation,
    journalPosition: 1,
    journalLink: link,
    head: headOf(key),
    isOutdated: false,
    parked: null,
    ...changes,
  };
}

export function writeOf(stored: StoredHead, changes: Partial<ConversationWrite> = {}): ConversationWrite {
  return {
    stored,
    topic: 'events',
    partition: 0,
    items: [],
    groups: [],
    calls: [],
    checkpoints: [],
    description: null,
    refusals: [],
    due: [],
    failedAttempts: [],
    settled: [],
    ...changes,
  };
}

export function journalRow(
  { tenant, conversation }: ConversationKey,
  position: number,
  changes: Partial<JournalRow> = {},
): JournalRow {
  return {
    tenant,
    conversation,
    position,
    eventId: `event-${position}`,
    type: 'MessageAppended',
    dataversion: 1,
    source: null,
    time: null,
    causationId: null,
    correlationId: null,
    bodyHash: Buffer.from('hash'),
    mode: 'structured',
    recordKey: null,
    headers: null,
    payload: Buffer.from('{}'),
    salt: Buffer.from('salt'),
    link: Buffer.from('link'),
    tokens: null,
    encoding: null,
    ignored: null,
    log: { topic: 'events', partition: 0, offset: position },
    ...changes,
  };
}
