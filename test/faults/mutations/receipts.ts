import type { Mutation } from '../contract';

/** Breaks of the proof of what was served. */
export const receiptsMutations: readonly Mutation[] = [
  {
    name: 'receipt-after-the-answer',
    what: 'A context leaves before its receipt is committed.',
    breaks: 7,
    under: 'context-builder-killed-at-random',
    edits: [
      {
        file: 'apps/context-builder/serving/context-service.ts',
        find: '    const outcome = await this.options.receipts.insert(',
        replace: `    const outcome = 'inserted' as 'inserted' | 'stale' | 'exists';
    const insert = () => this.options.receipts.insert(`,
      },
      {
        file: 'apps/context-builder/serving/context-service.ts',
        find: `      freshAt,
    );
`,
        replace: `      freshAt,
    );
    setTimeout(() => void insert().catch(() => undefined), 300);
`,
      },
    ],
  },
  {
    name: 'segment-cut',
    what: 'The bytes that are kept of a segment lack the last one.',
    breaks: 7,
    under: 'none',
    edits: [
      {
        file: 'apps/context-builder/serving/write-receipt.ts',
        find: '    bytes: Buffer.from(text),',
        replace: '    bytes: Buffer.from(text).subarray(0, -1),',
      },
    ],
  },
  {
    name: 'other-bytes-served',
    what: 'What leaves is not what is on receipt.',
    breaks: 7,
    under: 'none',
    edits: [
      {
        file: 'apps/context-builder/serving/context-service.ts',
        find: '    return new ServedContext(receipt, rendered.bodyText);',
        replace: '    return new ServedContext(receipt, `${rendered.bodyText} `);',
      },
    ],
  },
  {
    name: 'relay-leaves-out',
    what: 'Of each batch of receipts the newest is not relayed.',
    breaks: 7,
    under: 'none',
    edits: [
      {
        file: 'apps/context-builder/relay/receipt-relay.ts',
        find: 'batch.map(recordOfReceipt)',
        replace: 'batch.slice(0, -1).map(recordOfReceipt)',
      },
    ],
  },
];
