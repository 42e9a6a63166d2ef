import type { Queryable } from '@verbatim/postgres';
import type { SignatureRefusal } from '../../projection/projection-store';
import { insertion, recordset, writeRows } from './recordset';

const refusal = { tenant: 'text', conversation: 'text', event_id: 'text', code: 'text', detail: 'text' };

const keep = `${insertion('signature_refusals', refusal)} ON CONFLICT (tenant, conversation, event_id) DO NOTHING`;

const work = { tenant: 'text', conversation: 'text', mechanism: 'text', error: 'text' };

/** The next lease waits 20, 40, 80 ... seconds, an hour at most. */
const fail = `
  UPDATE due_work AS work
  SET failures = failures + 1, failed = true, last_error = written.error,
      not_before = leased_until + LEAST(3600, 20 * 2 ^ LEAST(failures, 8)) * interval '1 second'
  FROM ${recordset(work)}
  WHERE work.tenant = written.tenant AND work.conversation = written.conversation
    AND work.mechanism = written.mechanism AND work.leased_until > now()`;

export async function keepSignatureRefusals(
  tx: Queryable,
  refusals: readonly SignatureRefusal[],
): Promise<void> {
  const rows = refusals.map(({ eventId, ...row }) => ({ ...row, event_id: eventId }));
  await writeRows(tx, keep, rows);
  const meant = rows.flatMap(({ tenant, conversation, code, detail, mechanisms }) =>
    mechanisms.map((mechanism) => ({ tenant, conversation, mechanism, error: `${code}: ${detail}` })),
  );
  await writeRows(tx, fail, meant);
}
