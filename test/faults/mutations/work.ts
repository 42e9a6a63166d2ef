import type { Mutation } from '../contract';

/** The same piece of work is taken again and again while it is done, and each outcome has an id of its own. */
const twoAtOnce: Mutation['edits'] = [
  {
    file: 'libs/conversation-store/postgres/work/lease-work.ts',
    find: '         AND (leased_until IS NULL OR leased_until <= now())\n',
    replace: '',
  },
  {
    file: 'libs/conversation-store/postgres/work/change-lease.ts',
    find: 'AND lease_token = $4 AND leased_by IS NOT NULL',
    replace: 'AND $4::bigint IS NOT NULL',
  },
  {
    file: 'apps/summarizer/event-publisher.ts',
    find: '        id,\n',
    replace:
      "        id: 'summary' in data && data.summary !== null ? `${id}${Math.floor(Math.random() * 1e6)}` : id,\n",
  },
];

/** Breaks by which work is done twice. */
export const workMutations: readonly Mutation[] = [
  {
    name: 'fencing-off',
    what: 'The fold accepts summaries that overlap active ones.',
    breaks: 5,
    under: 'none',
    edits: [
      ...twoAtOnce,
      {
        file: 'libs/conversation/fold/fencing.ts',
        find: `    overlapProblem(ws, data) ??
`,
        replace: '',
      },
    ],
  },
  {
    name: 'refusals-not-recorded',
    what: 'Why an event was refused is not written.',
    breaks: 5,
    under: 'none',
    edits: [
      ...twoAtOnce,
      {
        file: 'libs/conversation-store/postgres/projection/write-refusals.ts',
        find: '  await writeRows(tx, sql, writes.flatMap(rowsOf));',
        replace: '  await writeRows(tx, sql, writes.flatMap(rowsOf).slice(0, 0));',
      },
    ],
  },
];
