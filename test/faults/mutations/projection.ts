import type { Mutation } from '../contract';

/** Breaks by which the projection is not what the log gives. */
export const projectionMutations: readonly Mutation[] = [
  {
    name: 'tokens-by-the-batch',
    what: 'Tokens are counted in the encoding that was in force when the batch began.',
    breaks: 3,
    under: 'none',
    edits: [
      {
        file: 'apps/projector/conversation-fold.ts',
        find: 'const isExact = guessed === null || guessed.encoding === encoding;',
        replace: 'const isExact = true as boolean;',
      },
    ],
  },
  {
    name: 'calls-not-written',
    what: 'What becomes of tool calls is folded and not written.',
    breaks: 3,
    under: 'none',
    edits: [
      {
        file: 'libs/conversation-store/postgres/projection/postgres-projection-batch.ts',
        find: `    await writeCalls(this.tx, writes);
`,
        replace: `    void writeCalls;
`,
      },
    ],
  },
];
