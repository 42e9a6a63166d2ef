import type { Mutation } from '../contract';

/** Breaks by which records get lost in silence. */
export const fatesMutations: readonly Mutation[] = [
  {
    name: 'poison-skipped',
    what: 'What cannot be read is passed over.',
    breaks: 8,
    under: 'poison-bytes',
    edits: [
      {
        file: 'apps/projector/conversation-projector.ts',
        find: `    await tx.keepDeadLetters(letters);
`,
        replace: `    await tx.keepDeadLetters(letters.slice(0, 0));
`,
      },
    ],
  },
  {
    name: 'conflicts-dropped',
    what: 'The same id with another body counts as a duplicate.',
    breaks: 8,
    under: 'same-id-other-body',
    edits: [
      {
        file: 'apps/projector/sort-out.ts',
        find: '    } else if (seen === read.bodyHash || isServices(read.envelope.type)) {',
        replace: '    } else if (seen !== undefined || isServices(read.envelope.type)) {',
      },
    ],
  },
  {
    name: 'no-epoch-check',
    what: 'Who lost a partition may still write.',
    breaks: 8,
    under: 'projector-frozen',
    edits: [
      {
        file: 'libs/conversation-store/postgres/projection/lock-position.ts',
        find: 'if (row === undefined || toNumber(row.epoch) !== epoch) throw',
        replace: 'if (row === undefined || toNumber(row.epoch) < epoch) throw',
      },
    ],
  },
];
