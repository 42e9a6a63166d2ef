import type { Database } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import type { NewReceipt, ReceiptStore, Segment, StoredReceipt } from '../../serving/receipt-store';
import { insertReceipt } from './insert-receipt';
import { callIdsFrom } from './call-ids';
import { ordinalsOf } from './ordinals';
import {
  newestReceipt,
  newestReceipts,
  receiptAtOrdinal,
  receiptOfCall,
  receiptsOfConversation,
  receiptsOfTenant,
} from './receipts';
import { segmentBytes } from './segments';
import { SettledReceipts } from './settled-receipts';
import { insertSentBody, sentBodiesOfCall } from './sent-bodies';

export class PostgresReceiptStore implements ReceiptStore {
  private readonly settled: SettledReceipts;

  constructor(private readonly database: Database) {
    this.settled = new SettledReceipts(database);
  }

  insert(
    receipt: NewReceipt,
    segments: readonly Segment[],
    freshAt: number | null,
  ): Promise<'inserted' | 'stale' | 'exists'> {
    return insertReceipt(this.database, receipt, segments, freshAt);
  }

  receipt(tenant: string, callId: string): Promise<StoredReceipt | null> {
    return receiptOfCall(this.database, tenant, callId);
  }

  previous(key: ConversationKey, model: string, target: string): Promise<StoredReceipt | null> {
    return newestReceipt(this.database, key, model, target);
  }

  receipts(key: ConversationKey, after: number, limit: number): Promise<StoredReceipt[]> {
    return this.listed(limit, (upTo) => receiptsOfConversation(this.database, key, { after, upTo }, limit));
  }

  allReceipts(tenant: string, after: number, limit: number): Promise<StoredReceipt[]> {
    return this.listed(limit, (upTo) => receiptsOfTenant(this.database, tenant, { after, upTo }, limit));
  }

  async newestReceipts(key: ConversationKey, before: number | null, limit: number): Promise<StoredReceipt[]> {
    const upTo = before === null ? await this.settled.look() : before - 1;
    return newestReceipts(this.database, key, upTo, limit);
  }

  async receiptAt(key: ConversationKey, ordinal: number): Promise<StoredReceipt | null> {
    return receiptAtOrdinal(this.database, key, ordinal, await this.settled.look());
  }

  /** No call that is not committed yet can come before one that is numbered. */
  async ordinals(receipts: readonly StoredReceipt[]): Promise<number[]> {
    if (receipts.some(({ sequence }) => sequence > this.settled.known)) await this.settled.look();
    return ordinalsOf(this.database, receipts);
  }

  callIds(tenant: string, beginning: string, limit: number): Promise<string[]> {
    return callIdsFrom(this.database, tenant, beginning, limit);
  }

  segments(key: ConversationKey, hashes: readonly Buffer[]): Promise<Map<string, Buffer>> {
    return segmentBytes(this.database, key, hashes);
  }

  recordSent(tenant: string, callId: string, sha256: Buffer): Promise<void> {
    return insertSentBody(this.database, tenant, callId, sha256);
  }

  sent(tenant: string, callId: string): Promise<string[]> {
    return sentBodiesOfCall(this.database, tenant, callId);
  }

  /** Waits for whoever inserts only where what is known to be settled does not fill the list. */
  private async listed(
    limit: number,
    list: (upTo: number) => Promise<StoredReceipt[]>,
  ): Promise<StoredReceipt[]> {
    const known = await list(this.settled.known);
    return known.length === limit ? known : list(await this.settled.look());
  }
}
