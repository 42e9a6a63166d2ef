import type { Mechanism } from '@verbatim/conversation';
import type { ConversationWrite } from '../../projection/projection-store';
import { openTestProjection, type ProjectionUnderTest, storedHead, writeOf } from './projection-under-test';

let test: ProjectionUnderTest;
beforeAll(async () => (test = await openTestProjection()));
afterAll(() => test.close());

let conversation = '';
let position = 0;
beforeEach(() => {
  conversation = `conversation ${expect.getState().currentTestName}`;
  position = 0;
});

it('opens what is due and closes what is not', async () => {
  await applied({ due: ['history', 'tool-results'] });
  await expect(work()).resolves.toMatchObject([
    { mechanism: 'history', opened_at: '1', attempt: 0, is_leased: false },
    { mechanism: 'tool-results', opened_at: '1', attempt: 0, is_leased: false },
  ]);
  await applied({ due: ['tool-results'] });
  await expect(work()).resolves.toMatchObject([{ mechanism: 'tool-results', opened_at: '1' }]);
  await applied({ due: [] });
  await expect(work()).resolves.toEqual([]);
});

it('leaves work of other conversations alone', async () => {
  await applied({ due: ['history'] });
  const first = conversation;
  conversation = `${first} other`;
  await applied({ due: [] });
  conversation = first;
  await expect(work()).resolves.toHaveLength(1);
});

it('leaves work that is still due to its worker', async () => {
  await applied({ due: ['history'] });
  await lease();
  await applied({ due: ['history'] });
  await expect(work()).resolves.toMatchObject([
    { opened_at: '1', attempt: 3, is_leased: true, lease_token: '5' },
  ]);
});

it('opens work anew that is due again after its event', async () => {
  await applied({ due: ['history'] });
  await lease();
  await applied({ due: ['history'], settled: ['history'] });
  await expect(work()).resolves.toMatchObject([
    { opened_at: '2', attempt: 0, is_leased: false, lease_token: '0', waits: false },
  ]);
  await applied({ due: [], settled: ['history'] });
  await expect(work()).resolves.toEqual([]);
});

it('raises the attempt when the event came to nothing, takes the lease away and waits', async () => {
  await applied({ due: ['history', 'tool-results'] });
  await lease();
  await applied({ due: ['history', 'tool-results'], failedAttempts: ['history'] });
  await expect(work()).resolves.toMatchObject([
    { mechanism: 'history', opened_at: '1', attempt: 4, is_leased: false, waits: true },
    { mechanism: 'tool-results', attempt: 3, is_leased: true, waits: false },
  ]);
  await applied({ due: ['tool-results'], failedAttempts: ['history'] });
  await expect(work()).resolves.toMatchObject([{ mechanism: 'tool-results' }]);
});

it('opens work anew that failed before the policy changed, once, and none that is leased', async () => {
  await applied({ due: ['history', 'tool-results'] });
  await test.owner.query(
    `UPDATE due_work SET failures = 1, failed = true, not_before = now() + interval '10 minutes',
       leased_by = CASE mechanism WHEN 'history' THEN NULL ELSE 'worker' END
     WHERE conversation = $1`,
    [conversation],
  );
  const due = ['history', 'tool-results'] as const;
  const opened = async (): Promise<unknown[]> => {
    return ((await work()) as { opened_at: string; waits: boolean }[]).map((row) => [
      row.opened_at,
      row.waits,
    ]);
  };
  await applied({ due });
  expect(await opened()).toEqual([
    ['1', true],
    ['1', true],
  ]);
  await applied({ due, policyAt: 3 });
  expect(await opened()).toEqual([
    ['3', false],
    ['1', true],
  ]);
  await test.owner.query(`UPDATE due_work SET failures = 1 WHERE conversation = $1`, [conversation]);
  await applied({ due, policyAt: 3 });
  expect(await opened()).toEqual([
    ['3', false],
    ['1', true],
  ]);
});

async function applied(change: {
  due: readonly Mechanism[];
  policyAt?: number;
  settled?: ConversationWrite['settled'];
  failedAttempts?: ConversationWrite['failedAttempts'];
}): Promise<void> {
  position += 1;
  const key = { tenant: 't', conversation };
  await test.store.inBatch(await test.claim(), async (batch) => {
    await batch.lockHeads([key]);
    const stored = storedHead(key, { journalPosition: position });
    const { head } = stored;
    const policy = { ...head.policy, position: change.policyAt ?? 0 };
    await batch.save([writeOf({ ...stored, head: { ...head, policy } }, change)]);
  });
}

async function lease(): Promise<void> {
  await test.owner.query(
    `UPDATE due_work SET attempt = 3, lease_token = 5, leased_by = 'worker', leased_until = now() + interval '1 hour'
     WHERE conversation = $1`,
    [conversation],
  );
}

function work(): Promise<object[]> {
  return test.owner.query(
    `SELECT mechanism, opened_at, attempt, lease_token, leased_by IS NOT NULL AND leased_until > now() AS is_leased,
       not_before > created_at AS waits
     FROM due_work WHERE conversation = $1 ORDER BY mechanism`,
    [conversation],
  );
}
