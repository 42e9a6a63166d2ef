import { PostgresEventLog, keptInLog } from '@verbatim/event-log';
import { Database, migrate } from '@verbatim/postgres';
import { testDatabase } from '../../../../test/support/postgres';
import { migrations } from '.';
import { PostgresReceiptFeed } from '../serving/postgres-receipt-feed';
import { PostgresReceiptStore } from '../serving/postgres-receipt-store';
import { newReceipt } from '../testing/new-receipt';

const before = migrations.slice(
  0,
  migrations.findIndex(({ name }) => name === '0020-receipt-feed'),
);

it('feeds the receipts of before first, and counts the log of before', async () => {
  const { url, drop } = await testDatabase(before);
  const database = await Database.open({ url, applicationName: 'spec', poolSize: 2 });
  const receipts = new PostgresReceiptStore(database);
  const serve = (callId: string) => receipts.insert(newReceipt(callId), [], null);
  const log = new PostgresEventLog(database);
  await log.ensureTopic('topic', { partitions: 1 });
  try {
    for (const callId of ['one', 'two']) await serve(callId);
    await log.append('topic', [{ key: 'key', value: Buffer.alloc(95) }]);
    await migrate(url, migrations);
    await serve('three');
    await log.append('topic', [{ key: 'key', value: Buffer.alloc(45) }]);

    const feed = new PostgresReceiptFeed(database);
    const found = await feed.read(await feed.lease('spec', 9, 60), 9, 1e6);
    expect(found.map(({ callId, number }) => [callId, number])).toEqual([
      ['one', 1],
      ['two', 2],
      ['three', 3],
    ]);
    expect(await keptInLog(database)).toEqual([{ topic: 'topic', records: 2, bytes: 150, trimmed: 0 }]);
  } finally {
    await log.close();
    await database.close();
    await drop();
  }
}, 60_000);
