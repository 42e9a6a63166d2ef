import type { SignatureRefusal } from '../../projection/projection-store';
import { insertRows } from '../testing/insert-rows';
import { openTestProjection, type ProjectionUnderTest } from './projection-under-test';

const key = { tenant: 'ten\0ant', conversation: 'c' };
const column = String.raw`ten\u0000ant`;

let test: ProjectionUnderTest;
beforeAll(async () => {
  test = await openTestProjection();
});
afterAll(() => test.close());

beforeEach(async () => {
  await test.owner.query('TRUNCATE due_work, signature_refusals');
});

const refusal = (changes: Partial<SignatureRefusal> = {}): SignatureRefusal => ({
  ...key,
  eventId: 'events/0/1',
  type: 'CheckpointCreated',
  code: 'signature-missing',
  detail: 'why',
  mechanisms: ['history'],
  ...changes,
});

async function keep(...refusals: readonly SignatureRefusal[]): Promise<void> {
  const claim = await test.claim();
  await test.store.inBatch(claim, (batch) => batch.keepSignatureRefusals(refusals));
}

async function open(mechanism: string, leased: string | null, failures = 0): Promise<void> {
  const row = { ...key, mechanism, opened_at: 1, failures };
  await insertRows(test.owner, 'due_work', [row]);
  await test.owner.query(
    `UPDATE due_work SET lease_token = 7, leased_by = 'w', leased_until = now() + $2::interval
     WHERE mechanism = $1 AND $2::interval IS NOT NULL`,
    [mechanism, leased],
  );
}

const work = () =>
  test.owner.query(
    `SELECT mechanism, failures, failed, last_error, lease_token, leased_by,
       extract(epoch FROM not_before - leased_until)::float8 AS waits
     FROM due_work ORDER BY mechanism`,
  );

it('keeps each once, also where the same records are read again', async () => {
  await keep(refusal(), refusal({ eventId: 'events/0/2', code: 'signature-invalid' }));
  await keep(refusal({ detail: 'again' }));
  const kept = await test.owner.query('SELECT tenant, event_id, code, detail FROM signature_refusals');
  expect(kept).toEqual([
    { tenant: column, event_id: 'events/0/1', code: 'signature-missing', detail: 'why' },
    { tenant: column, event_id: 'events/0/2', code: 'signature-invalid', detail: 'why' },
  ]);
});

it('shows work that is leased as failed, once a batch, with growing pauses after the lease, which stays', async () => {
  await open('history', '20 seconds');
  await open('tool-results', '20 seconds', 100);
  await keep(refusal(), refusal({ eventId: 'events/0/2' }), refusal({ mechanisms: ['tool-results'] }));
  const held = { failed: true, last_error: 'signature-missing: why', lease_token: '7', leased_by: 'w' };
  expect(await work()).toEqual([
    { mechanism: 'history', failures: 1, waits: 20, ...held },
    { mechanism: 'tool-results', failures: 101, waits: 3600, ...held },
  ]);
  await keep(refusal({ eventId: 'events/0/3' }));
  expect(await work()).toMatchObject([{ failures: 2, waits: 40 }, { failures: 101 }]);
});

it('leaves work alone that nobody works on, and that of others', async () => {
  await open('history', null);
  await open('tool-results', '-1 seconds');
  await open('tool-compaction', '20 seconds');
  await keep(refusal({ mechanisms: ['history', 'tool-results'] }), refusal({ conversation: 'another' }));
  for (const each of await work()) expect(each).toMatchObject({ failures: 0, failed: false });
});
