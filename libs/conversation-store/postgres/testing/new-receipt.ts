import type { NewReceipt } from '../../serving/receipt-store';

/** A receipt of a small call in conversation `c` of tenant `t`. */
export function newReceipt(callId: string, changes: Partial<NewReceipt> = {}): NewReceipt {
  return {
    tenant: 't',
    conversation: 'c',
    callId,
    position: 1,
    model: 'm',
    target: 'openai-chat',
    tokens: 1,
    requestSha256: Buffer.from([0]),
    bodySha256: Buffer.from([1]),
    document: '{}',
    ...changes,
  };
}
