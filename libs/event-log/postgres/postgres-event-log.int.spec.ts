import { setTimeout as sleep } from 'node:timers/promises';
import { eventLogFeatures } from '../event-log.features';
import { eventually } from '../features/eventually';
import { GroupLedger } from '../features/group-ledger';
import { freshTopic, numbered, readAll, upTo, withMember } from '../features/log-under-test';
import { PostgresEventLog } from './postgres-event-log';
import { openTestLog, type PostgresLogUnderTest } from './test-log';

// Without the net of polling: notifications have to do.
eventLogFeatures('PostgresEventLog', () => openTestLog({ pollMs: 3_600_000 }));

describe('PostgresEventLog', () => {
  jest.setTimeout(60_000);
  let opened: PostgresLogUnderTest;
  beforeEach(async () => {
    opened = await openTestLog();
  });
  afterEach(async () => {
    await opened.close();
  });

  /** Runs `meanwhile` while an append of one record is done but not committed; `outcome` ends its transaction. */
  async function duringAppend(topic: string, outcome: 'commit' | 'rollback', meanwhile: () => Promise<void>) {
    const rolledBack = new Error('rolled back');
    const slow = opened.database.transaction(async (tx) => {
      const sql = `SELECT FROM log_append($1, '{0}', '{"k"}', '{"slow"}', '{"{}"}')`;
      await tx.query(sql, [topic]);
      await meanwhile();
      if (outcome === 'rollback') throw rolledBack;
    });
    await slow.catch((error: unknown) => {
      if (error !== rolledBack) throw error;
    });
  }

  it.each([
    ['commit', ['slow', '0']],
    ['rollback', ['0']],
  ] as const)('never passes a writer that is slow to %s', async (outcome, expected) => {
    const { log } = opened;
    const topic = await freshTopic(log, 1);
    const ledger = new GroupLedger();
    await withMember(log, { topic, consumer: ledger.consumer() }, async (subscription) => {
      await eventually(() => expect(subscription.status().held).toEqual([0]));
      let fast: Promise<unknown> | undefined;
      let fastDone = false;
      await duringAppend(topic, outcome, async () => {
        fast = log.append(topic, numbered(0, 1)).then(() => (fastDone = true));
        await eventually(async () => {
          const waiting = await opened.database.query(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          );
          expect(fastDone || waiting.length > 0).toBe(true);
        });
        // Time for a subscriber that would pass the slow writer to do so.
        await sleep(300);
        expect(ledger.handled).toEqual([]);
      });
      await fast;
      await eventually(() => expect(ledger.handled.map(({ value }) => String(value))).toEqual(expected));
      expect(ledger.offsets(0)).toEqual(upTo(expected.length));
    });
  });

  it('takes locks in one order, so that appends over the same partitions do not deadlock', async () => {
    const { log } = opened;
    const topic = await freshTopic(log, 4);
    const forwards = upTo(4).flatMap((partition) => numbered(partition, 5));
    const backwards = [...forwards].toReversed();
    await Promise.all(upTo(40).map((call) => log.append(topic, call % 2 === 0 ? forwards : backwards)));
    expect((await log.partitions(topic)).map(({ high }) => high)).toEqual([200, 200, 200, 200]);
  });

  it('finds what was appended although no notification came', async () => {
    const topic = await freshTopic(opened.log, 1);
    const ledger = new GroupLedger();
    await withMember(opened.log, { topic, consumer: ledger.consumer() }, async (subscription) => {
      await eventually(() => expect(subscription.status().held).toEqual([0]));
      await opened.database.query(
        `WITH counted AS (UPDATE log_partitions SET next_offset = 1 WHERE topic = $1)
         INSERT INTO log_records VALUES ($1, 0, 0, 'k', 'unannounced', '{}', now())`,
        [topic],
      );
      await eventually(() => expect(ledger.offsets(0)).toEqual([0]));
    });
  });

  it('takes its partitions again after its session was lost', async () => {
    const { log, database } = opened;
    const topic = await freshTopic(log, 2);
    const ledger = new GroupLedger();
    await withMember(log, { topic, consumer: ledger.consumer() }, async (subscription) => {
      await log.append(topic, numbered(0, 2));
      await eventually(() => expect(ledger.offsets(0)).toEqual([0, 1]));
      await eventually(() => expect(subscription.status().held).toEqual([0, 1]));
      const lost = await database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND objid = 0
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      expect(lost).toHaveLength(1);
      await eventually(() => expect(ledger.claims).toHaveLength(4));
      await log.append(topic, [...numbered(0, 1), ...numbered(1, 1)]);
      await eventually(() => expect(ledger.handled).toHaveLength(4));
    });
    expect(ledger.offsets(0)).toEqual([0, 1, 2]);
  });

  it('reads large records a few at a time', async () => {
    const { log } = opened;
    const topic = await freshTopic(log, 1);
    const value = Buffer.alloc(6 * 1024 * 1024, 'x');
    for (const _ of upTo(4)) await log.append(topic, [{ key: 'k', value }]);
    expect(await log.read({ topic, partition: 0, offset: 0 }, 10)).toHaveLength(3);
    expect(await readAll(log, topic, 0)).toHaveLength(4);
  });

  it('is unavailable, with the cause, when the database is', async () => {
    const database = await opened.open();
    const log = new PostgresEventLog(database);
    const topic = await freshTopic(log, 1);
    await log.append(topic, numbered(0, 1));
    await database.close();
    const failure = await log.append(topic, numbered(0, 1)).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'log-unavailable', cause: expect.any(Error) });
  });
});
