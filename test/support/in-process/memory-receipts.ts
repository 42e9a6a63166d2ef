import type { NewReceipt, ReceiptStore, Segment, StoredReceipt } from '@verbatim/conversation-store';

/** Receipts and segments in memory, as far as contexts are served and shown again. Receipts of all conversations. */
export function memoryReceipts(): ReceiptStore {
  const receipts: StoredReceipt[] = [];
  const kept = new Map<string, Buffer>();
  const insert = (receipt: NewReceipt, segments: readonly Segment[]): Promise<'inserted'> => {
    receipts.push({ ...receipt, createdAt: new Date(), sequence: receipts.length + 1 });
    for (const { sha256, bytes } of segments) kept.set(sha256.toString('hex'), bytes);
    return Promise.resolve('inserted');
  };
  const store: Partial<ReceiptStore> = {
    insert,
    receipt: (_, callId) => Promise.resolve(receipts.find((each) => each.callId === callId) ?? null),
    previous: () => Promise.resolve(receipts.at(-1) ?? null),
    ordinals: (asked) => Promise.resolve(asked.map((each) => receipts.indexOf(each) + 1)),
    callIds: () => Promise.resolve([]),
    segments: (_, hashes) => {
      const names = hashes.map((sha256) => sha256.toString('hex'));
      return Promise.resolve(
        new Map(
          names.flatMap((name) => {
            const bytes = kept.get(name);
            return bytes === undefined ? [] : [[name, bytes] as const];
          }),
        ),
      );
    },
  };
  return store as ReceiptStore;
}
