import type { FedReceipt } from '@verbatim/conversation-store';
import { recordKey, type OutgoingRecord } from '@verbatim/event-log';
import { writeEvent } from '@verbatim/formats';
import { receiptSchema } from '../serving/receipt';

/** What the topic `context-receipts` says: a context was served, and this is its receipt. It holds hashes, no bodies. */
export const contextServed = { type: 'ContextServed', version: 1, data: receiptSchema } as const;

/**
 * The record of a receipt, keyed by its conversation. Its `id` and its `sequence` (`<shard>-<number>`) are the same each
 * time; within a partition the numbers of a shard rise, so what is not above the highest one seen is a repeat.
 */
export function recordOfReceipt(receipt: FedReceipt): OutgoingRecord {
  const { tenant, conversation, callId, shard, number } = receipt;
  const text = writeEvent({
    id: recordKey(tenant, callId),
    source: 'verbatim/context-builder',
    type: contextServed.type,
    subject: conversation,
    tenant,
    time: receipt.createdAt.toISOString(),
    dataversion: contextServed.version,
    sequence: `${shard}-${number}`,
    dataText: receipt.document,
  });
  return {
    key: recordKey(tenant, conversation),
    value: Buffer.from(text),
    headers: { 'content-type': Buffer.from('application/cloudevents+json; charset=UTF-8') },
  };
}
