import { setTimeout as sleep } from 'node:timers/promises';
import { kafkaSuite } from '../../../test/support/kafka';
import { sharedKafka } from './testing/shared-kafka';

jest.setTimeout(60_000);

kafkaSuite('a connection to Kafka', () => {
  const kafka = sharedKafka();

  it('sets no timers that are late before they start, with or without something to send', async () => {
    const log = await kafka.log();
    const timers = jest.spyOn(globalThis, 'setTimeout');
    await Promise.all([log.identity(), log.identity(), log.identity()]);
    await sleep(50);
    const late = timers.mock.calls.filter(([, delay]) => delay !== undefined && delay < 0);
    timers.mockRestore();
    expect(late).toEqual([]);
  });
});
