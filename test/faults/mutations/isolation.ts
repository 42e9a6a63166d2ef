import type { Mutation } from '../contract';

/** Breaks between tenants, and leaks. */
export const isolationMutations: readonly Mutation[] = [
  {
    name: 'tenant-left-out',
    what: 'Events are read by their conversation alone.',
    breaks: 10,
    under: 'none',
    edits: [
      {
        file: 'libs/conversation-store/postgres/reading/events.ts',
        find: 'FROM journal WHERE tenant = $1 AND conversation = $2 AND ${condition}',
        replace: 'FROM journal WHERE $1::text IS NOT NULL AND conversation = $2 AND ${condition}',
      },
    ],
  },
  leak('connection-leak', 'a connection', "void this.database.listen('leak', () => undefined)"),
  leak('handle-leak', 'three files', "[1, 2, 3].forEach(() => require('node:fs').openSync('/dev/null'))"),
  leak('memory-leak', '16 megabytes', '(this as unknown as Buffer[])[leaked] = Buffer.alloc(16 << 20, 1)'),
];

/** At most forty times, so that the machine bears it. */
function leak(name: string, what: string, statement: string): Mutation {
  const insertion = '    return insertReceipt(this.database, receipt, segments, freshAt);';
  return {
    name,
    what: `Each context leaves ${what} behind.`,
    breaks: 10,
    under: 'none',
    edits: [
      {
        file: 'libs/conversation-store/postgres/serving/postgres-receipt-store.ts',
        find: insertion,
        replace: `    if (leaked++ < 40) ${statement};\n${insertion}`,
      },
      {
        file: 'libs/conversation-store/postgres/serving/postgres-receipt-store.ts',
        find: 'export class PostgresReceiptStore',
        replace: 'let leaked = 0;\nexport class PostgresReceiptStore',
      },
    ],
  };
}
