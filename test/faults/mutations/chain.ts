import type { Mutation } from '../contract';

/** Breaks of the record. */
export const chainMutations: readonly Mutation[] = [
  {
    name: 'another-salt',
    what: 'A salt is kept that is not the one in the link.',
    breaks: 6,
    under: 'none',
    edits: [
      {
        file: 'apps/projector/journal-tail.ts',
        find: `      salt,
      link,`,
        replace: `      salt: randomBytes(16),
      link,`,
      },
    ],
  },
  {
    name: 'link-not-carried-on',
    what: 'Each batch begins a chain of its own.',
    breaks: 6,
    under: 'none',
    edits: [
      {
        file: 'apps/projector/journal-tail.ts',
        find: '    this.link = stored.journalPosition === 0 ? genesisLink(stored) : stored.journalLink;',
        replace: '    this.link = genesisLink(stored);',
      },
    ],
  },
  {
    name: 'rows-rewritten',
    what: 'The projector may change the journal, and marks old rows.',
    breaks: 6,
    under: 'none',
    edits: [
      {
        file: 'libs/conversation-store/postgres/migrations/0003-journal.ts',
        find: 'CREATE TRIGGER journal_keeps_rows BEFORE UPDATE OR DELETE ON journal',
        replace: 'CREATE TRIGGER journal_keeps_rows BEFORE DELETE ON journal',
      },
      {
        file: 'libs/conversation-store/postgres/migrations/0003-journal.ts',
        find: 'GRANT SELECT, INSERT ON journal TO verbatim_projector;',
        replace: 'GRANT SELECT, INSERT, UPDATE ON journal TO verbatim_projector;',
      },
      {
        file: 'libs/conversation-store/postgres/projection/append-journal.ts',
        find: '  if (rows.length === 0) return;',
        replace: `  if (rows.length === 0) return;
  await tx.query("UPDATE journal SET correlation_id = 'old' WHERE conversation = $1 AND received_at < now() - interval '3 seconds'", [rows[0]?.conversation]);`,
      },
    ],
  },
];
