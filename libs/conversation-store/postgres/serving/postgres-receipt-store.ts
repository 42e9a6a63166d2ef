import type { Database } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import type { NewReceipt, ReceiptStore, Segment, StoredReceipt } from '../../serving/receipt-store';
import { insertReceipt } from './insert-receipt';
import { newestReceipt, receiptOfCall, receiptsOfConversation, receiptsOfTenant } from './receipts';
import { segmentBytes } from './segments';
import { insertSentBody, sentBodiesOfCall } from './sent-bodies';

export class PostgresReceiptStore implements ReceiptStore {
  constructor(private readonly database: Database) {}

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
    return receiptsOfConversation(this.database, key, after, limit);
  }

  allReceipts(tenant: string, after: number, limit: number): Promise<StoredReceipt[]> {
    return receiptsOfTenant(this.database, tenant, after, limit);
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
}
