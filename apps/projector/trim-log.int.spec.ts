import {
  type StoreUnderTest,
  storeUnderTest,
} from '@verbatim/conversation-store/postgres/testing/store-under-test';
import { CONTEXT_RECEIPTS, PostgresEventLog } from '@verbatim/event-log';
import { serviceContextOf } from '@verbatim/platform/testing/service-context';
import { waitUntil } from '../../test/support/kafka-rig/wait-until';
import { startTrimming } from './trim-log';

let store: StoreUnderTest;

beforeAll(async () => {
  store = await storeUnderTest();
}, 60_000);

afterAll(() => store.close());

it('trims the embedded log where a retention is configured, and says how much', async () => {
  const log = new PostgresEventLog(store.database);
  await log.ensureTopic(CONTEXT_RECEIPTS, { partitions: 1 });
  await log.append(
    CONTEXT_RECEIPTS,
    [1, 2, 3].map((each) => ({ key: `${each}`, value: Buffer.alloc(100) })),
  );
  const projector = await store.as('verbatim_projector');
  const kept = async () => (await log.partitions(CONTEXT_RECEIPTS))[0]?.low;

  for (const env of [{}, { VERBATIM_LOG_RETENTION_BYTES: '1', KAFKA_BROKERS: 'b:1' }]) {
    await startTrimming(serviceContextOf(env), projector)();
    expect(await kept()).toBe(0);
  }
  const context = serviceContextOf({ VERBATIM_LOG_RETENTION_BYTES: '150' });
  const stop = startTrimming(context, projector);
  await waitUntil('it has trimmed', async () => (await kept()) === 2, 30);
  await stop();
  expect(await context.metrics.render()).toMatch(/^verbatim_log_trimmed_records_total 2$/m);
  await log.close();
}, 60_000);
