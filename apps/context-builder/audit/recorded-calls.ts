import type { ReceiptStore, StoredReceipt } from '@verbatim/conversation-store';
import { namedCall } from '../naming/named-call';
import { receiptSchema, type Receipt } from '../serving/receipt';

/** A call that is on record. */
export interface RecordedCall {
  readonly stored: StoredReceipt;
  readonly receipt: Receipt;
}

/** The calls on record: found by their names, with what was kept of them. */
export class RecordedCalls {
  constructor(readonly receipts: ReceiptStore) {}

  /** @throws VerbatimError `call-not-found`, `id-ambiguous` */
  async call(tenant: string, name: string): Promise<RecordedCall> {
    return recorded(await namedCall(this.receipts, tenant, name));
  }

  /** Which call of its conversation it is, from 1. */
  async ordinal({ stored }: RecordedCall): Promise<number> {
    const [ordinal = 0] = await this.receipts.ordinals([stored]);
    return ordinal;
  }

  /** The texts of its segments; undefined where one is not stored. */
  async texts({ stored, receipt }: RecordedCall): Promise<(string | undefined)[]> {
    const kept = await this.kept(
      stored,
      receipt.segments.map(({ sha256 }) => sha256),
    );
    return receipt.segments.map(({ sha256 }) => kept.get(sha256)?.toString());
  }

  kept(stored: StoredReceipt, hashes: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
    return this.receipts.segments(
      stored,
      hashes.map((sha256) => Buffer.from(sha256, 'hex')),
    );
  }
}

function recorded(stored: StoredReceipt): RecordedCall {
  return { stored, receipt: receiptSchema.parse(JSON.parse(stored.document)) };
}
