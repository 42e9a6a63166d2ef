import { setTimeout as sleep } from 'node:timers/promises';
import { PartitionHalted } from '../event-log';
import { eventually } from './eventually';
import { GroupLedger } from './group-ledger';
import { type CurrentLog, freshTopic, numbered, upTo, withMember } from './log-under-test';

export function stoppingFeatures(current: CurrentLog): void {
  describe('a subscription', () => {
    it.each(['claim', 'handle'] as const)('stops only the partition that is halted by its %s', async (by) => {
      const { log } = current();
      const topic = await freshTopic(log, 2);
      await log.append(topic, [...numbered(0, 2), ...numbered(1, 2)]);
      const ledger = new GroupLedger();
      const halt = (partition: number): void => {
        if (partition === 0) throw new PartitionHalted(topic, 0, 'a range is missing');
      };
      const kept = ledger.consumer((batch) => halt(batch.partition));
      const claiming = {
        ...kept,
        claim: async (range: Parameters<typeof kept.claim>[0]) => {
          halt(range.partition);
          return kept.claim(range);
        },
      };
      await withMember(log, { topic, consumer: by === 'claim' ? claiming : kept }, async (subscription) => {
        await eventually(() => expect([...subscription.status().halted.keys()]).toEqual([0]));
        expect(subscription.status().halted.get(0)).toContain('a range is missing');
        await log.append(topic, [...numbered(0, 2), ...numbered(1, 2)]);
        await eventually(() => expect(ledger.offsets(1)).toEqual(upTo(4)));
        expect(subscription.status().held).toEqual([0, 1]);
      });
      expect(ledger.offsets(0)).toEqual([]);
    });

    it('goes on with a halted partition by itself once its claim succeeds again', async () => {
      const { log } = current();
      const topic = await freshTopic(log, 1);
      await log.append(topic, numbered(0, 3));
      const ledger = new GroupLedger();
      ledger.startAt(0, 1);
      let claims = 0;
      const { handle, claim } = ledger.consumer();
      const consumer = {
        handle,
        claim: async (range: Parameters<typeof claim>[0]) => {
          claims += 1;
          if (claims < 4) throw new PartitionHalted(topic, 0, 'a range is missing');
          return claim(range);
        },
      };
      const told: unknown[] = [];
      const onError = (error: unknown): void => void told.push(error);
      await withMember(log, { topic, consumer, lookAgainMs: 10, onError }, async (subscription) => {
        await eventually(() => expect(ledger.offsets(0)).toEqual([1, 2]));
        expect(subscription.status().halted.size).toBe(0);
        await log.append(topic, numbered(0, 1));
        await eventually(() => expect(ledger.offsets(0)).toEqual([1, 2, 3]));
      });
      expect(told.filter((error) => error instanceof PartitionHalted)).toHaveLength(1);
    });

    it('stops when the batch in hand is stored', async () => {
      const { log } = current();
      const topic = await freshTopic(log, 1);
      await log.append(topic, numbered(0, 1));
      const ledger = new GroupLedger();
      let inHand = false;
      const consumer = ledger.consumer(async () => {
        inHand = true;
        await sleep(200);
      });
      await withMember(log, { topic, consumer }, async (subscription) => {
        await eventually(() => expect(inHand).toBe(true));
        await subscription.stop();
        expect(ledger.offsets(0)).toEqual([0]);
        await log.append(topic, numbered(0, 1));
        expect(subscription.status().held).toEqual([]);
      });
      expect(ledger.offsets(0)).toEqual([0]);
    });

    it('stops although a handler keeps failing', async () => {
      const { log } = current();
      const topic = await freshTopic(log, 1);
      await log.append(topic, numbered(0, 1));
      let attempts = 0;
      const consumer = new GroupLedger().consumer(() => {
        attempts += 1;
        throw new Error('always');
      });
      await withMember(log, { topic, consumer }, async (subscription) => {
        await eventually(() => expect(attempts).toBeGreaterThan(1));
        await subscription.stop();
        expect(subscription.status().held).toEqual([]);
      });
    });
  });
}
