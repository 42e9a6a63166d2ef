import type { Database } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import type {
  ListOrder,
  NewReceipt,
  ReceiptStore,
  Segment,
  StoredReceipt,
} from '../../serving/receipt-store';
import { insertReceipt } from './insert-receipt';
import { callIdsFrom } from './call-ids';
import { ordinalsOf } from './ordinals';
import {
  newestReceipt,
  receiptAtOrdinal,
  receiptOfCall,
  receiptsOfConversation,
  receiptsOfTenant,
  type Between,
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

  receipts(key: ConversationKey, after: number, limit: number, order?: ListOrder): Promise<StoredReceipt[]> {
    return this.listed({ after, limit, order }, (between) =>
      receiptsOfConversation(this.database, key, between, limit),
    );
  }

  allReceipts(tenant: string, after: number, limit: number, order?: ListOrder): Promise<StoredReceipt[]> {
    return this.listed({ after, limit, order }, (between) =>
      receiptsOfTenant(this.database, tenant, between, limit),
    );
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

  /** Waits for whoever inserts only where what is known to be settled does not fill the list, or begins it. */
  private async listed(
    { after, limit, order = 'oldest' }: { after: number; limit: number; order: ListOrder | undefined },
    list: (between: Between) => Promise<StoredReceipt[]>,
  ): Promise<StoredReceipt[]> {
    if (order === 'newest') {
      const upTo = after === 0 ? await this.settled.look() : after - 1;
      return list({ after: 0, upTo, order });
    }
    const known = await list({ after, upTo: this.settled.known, order });
    return known.length === limit ? known : list({ after, upTo: await this.settled.look(), order });
  }
}
