import type { Mutation } from '../contract';

/** Breaks that lose, double or change what was acknowledged. */
export const acknowledgedMutations: readonly Mutation[] = [
  {
    name: 'commit-before-processing',
    what: 'The position is committed before the batch is.',
    breaks: 1,
    under: 'projector-killed-at-random',
    edits: [
      {
        file: 'apps/projector/conversation-projector.ts',
        find: '    const { figures, mixed, unsigned } = await store.inBatch(claim, (tx) =>',
        replace: `    await store.inBatch(claim, (tx) =>
      tx.advance({ nextOffset: batch.nextOffset, last: null, applied: 0, duplicates: 0 }),
    );
    const { figures, mixed, unsigned } = await store.inBatch(claim, (tx) =>`,
      },
    ],
  },
  {
    name: 'no-unique-id',
    what: 'An event that comes again is journaled again; no index forbids it.',
    breaks: 1,
    under: 'same-id-same-body',
    edits: [
      {
        file: 'libs/conversation-store/postgres/migrations/0003-journal.ts',
        find: `  PRIMARY KEY (tenant, conversation, position),
  UNIQUE (tenant, conversation, event_id)`,
        replace: '  PRIMARY KEY (tenant, conversation, position)',
      },
      {
        file: 'apps/projector/sort-out.ts',
        find: `    } else if (seen === read.bodyHash || isServices(read.envelope.type)) {
      duplicates += 1;`,
        replace: `    } else if (seen === read.bodyHash) {
      fresh.push(each);`,
      },
    ],
  },
  {
    name: 'payload-rewritten',
    what: 'A word of each payload is written in another way.',
    breaks: 1,
    under: 'none',
    edits: [
      {
        file: 'libs/conversation-store/postgres/projection/append-journal.ts',
        find: '  payload: (row) => row.payload,',
        replace:
          "  payload: (row) => row.payload && Buffer.from(row.payload.toString().replace('answer', 'Answer')),",
      },
    ],
  },
];
