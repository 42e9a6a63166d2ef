import { appendFeatures } from './features/append.features';
import { deliveryFeatures } from './features/delivery.features';
import { groupFeatures } from './features/group.features';
import type { LogUnderTest } from './features/log-under-test';
import { stoppingFeatures } from './features/stopping.features';
import { topicFeatures } from './features/topic.features';

/** The contract of `EventLog`, run by every adapter against a log that may hold other topics already. */
export function eventLogFeatures(name: string, factory: () => Promise<LogUnderTest>): void {
  describe(`${name} as an event log`, () => {
    jest.setTimeout(60_000);
    let opened: LogUnderTest | undefined;
    beforeAll(async () => {
      opened = await factory();
    });
    afterAll(async () => {
      await opened?.close();
    });
    const current = (): LogUnderTest => {
      if (opened === undefined) throw new Error('the log is open inside tests only');
      return opened;
    };

    topicFeatures(current);
    appendFeatures(current);
    deliveryFeatures(current);
    stoppingFeatures(current);
    groupFeatures(current);
  });
}
