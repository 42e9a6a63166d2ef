import { PartitionHalted, PartitionLost } from '@verbatim/event-log';
import { type Claim, conversationKey, type DeadLetter } from '../../projection/projection-store';
import {
  claimRequest,
  headOf,
  journalRow,
  openTestProjection,
  type ProjectionUnderTest,
  storedHead,
  writeOf,
} from './projection-under-test';

let test: ProjectionUnderTest;
beforeAll(async () => (test = await openTestProjection()));
afterAll(() => test.close());

const last = { offset: 6, sha256: Buffer.from([0, 255]) };
const advanced = { nextOffset: 7, last, applied: 5, duplicates: 1 };

describe('a claim', () => {
  it('begins at the first record that the log keeps', async () => {
    const claimed = await test.store.claim(claimRequest({ partition: 10, low: 4 }));
    expect(claimed).toMatchObject({ claim: { epoch: 1, partition: 10 }, nextOffset: 4, last: null });
  });

  it('goes on behind the last batch, and raises the epoch', async () => {
    const { claim } = await test.store.claim(claimRequest({ partition: 11 }));
    await test.store.inBatch(claim, (batch) => batch.advance(advanced));
    await test.store.inBatch(claim, (batch) =>
      batch.advance({ nextOffset: 9, last: null, applied: 0, duplicates: 0 }),
    );
    const claimed = await test.store.claim(claimRequest({ partition: 11, owner: 'two', low: 9, high: 9 }));
    expect(claimed).toEqual({ claim: { ...claim, owner: 'two', epoch: 2 }, nextOffset: 9, last });
    const [row] = await test.owner.query(
      'SELECT applied, duplicates FROM processor_positions WHERE partition = 11',
    );
    expect(row).toEqual({ applied: '5', duplicates: '1' });
  });

  it.each([
    [{ low: 8 }, /next record is 7, but the log keeps none before 8/],
    [{ high: 6 }, /next record is 7, but the log ends at 6/],
    [{ logIdentity: 'log-2' }, /stored position 7 belongs to the log log-1, and this is the log log-2/],
  ])('halts where the position is not in this log: %j', async (changes, reason) => {
    const partition = 12 + Object.keys(changes).join('').length;
    const claim = await test.claim(partition);
    await test.store.inBatch(claim, (batch) => batch.advance(advanced));
    const wrong = test.store.claim(claimRequest({ partition, owner: 'two', ...changes }));
    await expect(wrong).rejects.toThrow(PartitionHalted);
    await expect(wrong).rejects.toThrow(reason);
    await expect(test.store.inBatch(claim, async () => 'still mine')).resolves.toBe('still mine');
  });
});

describe('a batch', () => {
  it('is refused to an earlier owner', async () => {
    const earlier = await test.claim(1);
    await test.claim(1);
    const work = jest.fn();
    await expect(test.store.inBatch(earlier, work)).rejects.toThrow(PartitionLost);
    await expect(test.store.inBatch({ ...earlier, partition: 99 }, work)).rejects.toThrow(PartitionLost);
    expect(work).not.toHaveBeenCalled();
  });

  it('is counted once, also where it comes again because nobody heard of its end', async () => {
    const claim = await test.claim(8);
    await test.store.inBatch(claim, (batch) => batch.advance(advanced));
    const again = { ...advanced, applied: 0, duplicates: 6 };
    await test.store.inBatch(claim, (batch) => batch.advance(again));
    const [row] = await test.owner.query(
      'SELECT next_offset, applied, duplicates FROM processor_positions WHERE partition = 8',
    );
    expect(row).toEqual({ next_offset: '7', applied: '5', duplicates: '1' });
  });

  it('makes a later claim wait for its end', async () => {
    const claim = await test.claim(2);
    let claimed: Promise<unknown> = Promise.resolve();
    await test.store.inBatch(claim, async (batch) => {
      claimed = test.store.claim(claimRequest({ partition: 2, owner: 'two' }));
      await Promise.race([claimed, someoneWaits()]);
      await batch.advance(advanced);
    });
    await expect(claimed).resolves.toMatchObject({ nextOffset: 7, claim: { epoch: 2 } });
  });

  it('leaves nothing when it fails', async () => {
    const key = { tenant: 't', conversation: 'failed' };
    const claim = await test.claim(3);
    const failing = test.store.inBatch(claim, async (batch) => {
      await batch.save([writeOf(storedHead(key))]);
      await batch.advance(advanced);
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    await expect(test.store.inBatch(claim, (batch) => batch.lockHeads([key]))).resolves.toEqual([]);
    await expect(test.store.claim(claimRequest({ partition: 3, high: 0 }))).resolves.toMatchObject({
      nextOffset: 0,
    });
  });

  it('finds a conversation that another partition opened first, in whatever order each opens', async () => {
    const keys = ['a', 'b', 'c', 'd'].map((conversation) => ({ tenant: 'opening', conversation }));
    const both = Promise.all([
      open(await test.claim(4), keys),
      open(await test.claim(5), keys.toReversed()),
      open(await test.claim(6), keys),
    ]);
    expect((await both).toSorted()).toEqual([0, 4, 4]);
    const rows = await test.owner.query(
      'SELECT journal_position, count(*) FROM conversation_heads WHERE tenant = $1 GROUP BY 1',
      ['opening'],
    );
    expect(rows).toEqual([{ journal_position: '3', count: '4' }]);
  });

  it('keeps a dead letter once, with its bytes', async () => {
    const claim = await test.claim(7);
    const raw = Buffer.from([0, 92, 120, 255, 34]);
    const letter: DeadLetter = {
      kind: 'conflict',
      tenant: 't\0',
      conversation: null,
      eventId: 'e\ud800',
      topic: 'events',
      partition: 7,
      offset: 2 ** 40,
      code: 'event-conflict',
      detail: `"quoted" \\ '\0'`,
      recordKey: raw,
      headers: null,
      raw,
    };
    await test.store.inBatch(claim, (batch) => batch.keepDeadLetters([letter]));
    await test.store.inBatch(claim, (batch) => batch.keepDeadLetters([letter, { ...letter, offset: 1 }]));
    const rows = await test.owner.query('SELECT * FROM dead_letters WHERE partition = 7 ORDER BY log_offset');
    expect(rows).toHaveLength(2);
    const detail = String.raw`"quoted" \ '\u0000'`;
    const texts = { tenant: String.raw`t\u0000`, event_id: String.raw`e\ud800`, conversation: null, detail };
    expect(rows[1]).toMatchObject({
      ...texts,
      log_offset: String(2 ** 40),
      record_key: raw,
      headers: null,
      raw,
    });
  });

  it('keeps another record beside a letter of the log before, at the same place; each of them once', async () => {
    const claim = await test.claim(9);
    const letter: DeadLetter = {
      kind: 'unreadable',
      tenant: null,
      conversation: null,
      eventId: null,
      topic: 'events',
      partition: 9,
      offset: 3,
      code: 'event-invalid',
      detail: 'not JSON',
      recordKey: null,
      headers: null,
      raw: Buffer.from('before'),
    };
    const others = [{ raw: Buffer.from('after') }, { raw: null }, { headers: Buffer.from('{"a":"AA=="}') }];
    const all = [letter, ...others.map((fields): DeadLetter => ({ ...letter, ...fields }))];
    for (const each of [...all, ...all]) {
      await test.store.inBatch(claim, (batch) => batch.keepDeadLetters([each]));
    }
    const rows = await test.owner.query<{ topic: string; raw: Buffer | null }>(
      'SELECT topic, raw FROM dead_letters WHERE partition = 9 AND log_offset = 3 ORDER BY id',
    );
    expect(rows.map(({ raw }) => raw?.toString())).toEqual(['before', 'after', undefined, 'before']);
    expect(new Set(rows.map(({ topic }) => topic)).size).toBe(4);
    expect(rows.map(({ topic }) => topic.split('@')[0])).toEqual(Array(4).fill('events'));
  });
});

it('names the encoding in force in each conversation that exists', async () => {
  const key = { tenant: 't', conversation: 'encoded\0' };
  const { policy } = headOf(key);
  const head = headOf(key, {
    policy: { ...policy, document: { ...policy.document, encoding: 'cl100k_base' } },
  });
  await test.store.inBatch(await test.claim(8), (batch) => batch.save([writeOf(storedHead(key, { head }))]));
  const encodings = await test.store.encodings([key, { tenant: 't', conversation: 'absent' }]);
  expect(encodings).toEqual(new Map([[conversationKey(key), 'cl100k_base']]));
});

it('knows the default policies of tenants that set one', async () => {
  await test.owner.query(`INSERT INTO policies VALUES ('t1', 'short', 'v1', '{"preset": "agentkit"}')`);
  await test.owner.query(`INSERT INTO policies VALUES ('t2', 'short', 'v1', '{}')`);
  await test.owner.query(`INSERT INTO tenant_settings VALUES ('t1', 'short')`);
  const defaults = await test.store.defaultPolicies(['t1', 't2', 't3']);
  expect(defaults).toEqual(
    new Map([['t1', { name: 'short', version: 'v1', document: { preset: 'agentkit' } }]]),
  );
});

/** Answers how many of the conversations were there already. */
async function open(
  claim: Claim,
  keys: readonly { tenant: string; conversation: string }[],
): Promise<number> {
  return test.store.inBatch(claim, async (batch) => {
    const stored = await batch.lockHeads(keys);
    const found = new Map(stored.map((head) => [conversationKey(head), head.journalPosition]));
    const writes = keys.map((key) => {
      const journalPosition = (found.get(conversationKey(key)) ?? 0) + 1;
      return writeOf(storedHead(key, { journalPosition }));
    });
    await batch.appendJournal(
      writes.map(({ stored: { journalPosition, ...key } }) =>
        journalRow(key, journalPosition, { eventId: `${claim.partition}-${journalPosition}` }),
      ),
    );
    await batch.save(writes);
    return found.size;
  });
}

/** Until a statement in the database waits for a lock, or many looks found none that does. */
async function someoneWaits(): Promise<void> {
  for (let looks = 0; looks < 1000; looks += 1) {
    const waiting = await test.owner.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (waiting.length > 0) return;
  }
}
