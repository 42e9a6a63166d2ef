import type { Mutation } from '../contract';

/** Breaks in the order of a conversation. */
export const orderMutations: readonly Mutation[] = [
  {
    name: 'positions-with-gaps',
    what: 'Positions come as from a sequence, which leaves out some.',
    breaks: 2,
    under: 'none',
    edits: [
      {
        file: 'apps/projector/journal-tail.ts',
        find: `    const position = this.position + 1;
    const salt`,
        replace: `    const position = this.position + (this.position % 9 === 8 ? 2 : 1);
    const salt`,
      },
    ],
  },
  {
    name: 'batch-out-of-order',
    what: 'Records of a batch are taken by their keys, the last one first.',
    breaks: 2,
    under: 'none',
    edits: [
      {
        file: 'apps/projector/conversation-projector.ts',
        find: 'readRecords(batch.records, limits, signatures)',
        replace: 'readRecords(batch.records.toReversed(), limits, signatures)',
      },
    ],
  },
];
