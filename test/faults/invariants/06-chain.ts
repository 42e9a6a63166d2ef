import { createHash } from 'node:crypto';
import type { Invariant } from '../contract';
import type { Evidence } from './evidence';
import { Examination, named } from './examination';

interface Row {
  readonly position: string;
  readonly event_id: string;
  readonly payload: Buffer | null;
  readonly salt: Buffer | null;
  readonly link: Buffer;
}

interface Key {
  readonly tenant: string;
  readonly conversation: string;
}

export const chain = {
  number: 6,
  name: 'chain',
  holds: 'the hash chain verifies, and no row of the journal ever changed',
  async check({ database, watch }: Pick<Evidence, 'database' | 'watch'>) {
    const examination = new Examination();
    const keys = await database.query<Key & { link: Buffer | null }>(
      `SELECT tenant, conversation, journal_link AS link
       FROM (SELECT DISTINCT tenant, conversation FROM journal) AS journaled
       LEFT JOIN conversation_heads USING (tenant, conversation)`,
    );
    for (const { link: head, ...key } of keys) {
      const rows = await database.query<Row>(
        `SELECT position, event_id, payload, salt, link FROM journal
         WHERE tenant = $1 AND conversation = $2 ORDER BY position`,
        [key.tenant, key.conversation],
      );
      let link = sha256(JSON.stringify([key.tenant, key.conversation]));
      for (const row of rows) {
        const holds = next(link, row).equals(row.link);
        examination.look(
          holds ? null : `${named(key)}: the link at position ${row.position} is not that of its event`,
        );
        ({ link } = row);
      }
      examination.expect(
        head !== null && link.equals(head),
        `${named(key)}: the head's link is not the newest one`,
      );
    }
    for (const change of await watch.changes()) examination.expect(false, change);
    return examination.finding();
  },
} satisfies Invariant;

/** Over the link before, position and id, and SHA-256(salt ‖ payload) (DESIGN, the hash chain). */
function next(previous: Buffer, { position, event_id, salt, payload }: Row): Buffer {
  const digest = sha256(salt ?? '', payload ?? '');
  return sha256(previous, JSON.stringify([Number(position), event_id]), digest);
}

function sha256(...parts: readonly (Buffer | string)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
