import { PostgresReceiptStore } from '@verbatim/conversation-store';
import { newReceipt } from '@verbatim/conversation-store/postgres/testing/new-receipt';
import {
  type StoreUnderTest,
  storeUnderTest,
} from '@verbatim/conversation-store/postgres/testing/store-under-test';
import { CONTEXT_RECEIPTS, PostgresEventLog } from '@verbatim/event-log';
import { serviceContextOf } from '@verbatim/platform/testing/service-context';
import { waitUntil } from '../../../test/support/kafka-rig/wait-until';
import { startRelay } from './start-relay';

let store: StoreUnderTest;

beforeAll(async () => {
  store = await storeUnderTest();
}, 60_000);

afterAll(() => store.close());

class FailingLog extends PostgresEventLog {
  isDown = true;

  override append(...records: Parameters<PostgresEventLog['append']>) {
    return this.isDown ? Promise.reject(new Error('no broker')) : super.append(...records);
  }
}

const serve = (receipts: PostgresReceiptStore, callId: string) =>
  receipts.insert(newReceipt(callId), [], null);

it('is degraded while it cannot publish, and up again once all is relayed', async () => {
  const context = serviceContextOf({
    VERBATIM_RELAY_RECEIPTS: 'on',
    VERBATIM_PARTITIONS: '1',
    VERBATIM_LOG_LEVEL: 'silent',
  });
  const services = await store.as('verbatim_context');
  const log = new FailingLog(store.database);
  const health = async () => (await context.health.report()).components['relay'];
  const stop = startRelay(context, services, log);
  const receipts = new PostgresReceiptStore(services);
  await serve(receipts, 'one');
  await waitUntil('it fails', async () => (await health())?.status === 'degraded', 30);
  expect((await health())?.detail).toContain('no broker');
  expect(await context.metrics.render()).toMatch(/^verbatim_relay_lag 1$/m);
  log.isDown = false;
  await waitUntil('it is up', async () => (await health())?.status === 'up', 30);
  const metrics = await context.metrics.render();
  expect(metrics).toMatch(/^verbatim_relay_lag 0$/m);
  expect(metrics).toMatch(/^verbatim_relay_receipts_total 1$/m);
  expect(metrics).toMatch(/^verbatim_relay_failures_total [1-9]/m);
  await stop();
  await serve(receipts, 'after it was stopped');
  expect(await log.partitions(CONTEXT_RECEIPTS)).toMatchObject([{ high: 1 }]);
  expect(await health()).toBeUndefined();
  await log.close();
}, 60_000);
