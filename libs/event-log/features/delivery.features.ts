import { eventually } from './eventually';
import { GroupLedger } from './group-ledger';
import { type CurrentLog, freshTopic, numbered, upTo, withMember } from './log-under-test';

export function deliveryFeatures(current: CurrentLog): void {
  describe('delivery', () => {
    it('brings the records of each partition in order, in batches no larger than asked for', async () => {
      const { log } = current();
      const topic = await freshTopic(log, 2);
      await log.append(topic, [...numbered(0, 25), ...numbered(1, 13)]);
      const ledger = new GroupLedger();
      await withMember(log, { topic, consumer: ledger.consumer(), maxBatch: 10 }, async () => {
        await eventually(() => expect(ledger.handled).toHaveLength(38));
      });
      expect(ledger.offsets(0)).toEqual(upTo(25));
      expect(ledger.offsets(1)).toEqual(upTo(13));
      expect(Math.max(...ledger.batchSizes)).toBeLessThanOrEqual(10);
    });

    it('brings a live subscriber what is appended elsewhere', async () => {
      const { log, another } = current();
      const topic = await freshTopic(log, 1);
      const ledger = new GroupLedger();
      await withMember(log, { topic, consumer: ledger.consumer() }, async (subscription) => {
        await eventually(() => expect(subscription.status().held).toEqual([0]));
        const elsewhere = await another();
        for (const count of [1, 2, 3]) {
          await elsewhere.append(topic, numbered(0, 1));
          await eventually(() => expect(ledger.offsets(0)).toEqual(upTo(count)));
        }
      });
    });

    it('begins where the claim says, and tells the claim what the partition holds', async () => {
      const { log } = current();
      const topic = await freshTopic(log, 1);
      await log.append(topic, numbered(0, 5));
      const ledger = new GroupLedger();
      ledger.startAt(0, 3);
      await withMember(log, { topic, consumer: ledger.consumer() }, async () => {
        await eventually(() => expect(ledger.offsets(0)).toEqual([3, 4]));
      });
      expect(ledger.claims[0]).toEqual({ topic, partition: 0, low: 0, high: 5 });
    });

    it('brings a batch whose handling failed again, the same, before anything else', async () => {
      const { log } = current();
      const topic = await freshTopic(log, 1);
      await log.append(topic, numbered(0, 3));
      const ledger = new GroupLedger();
      const seen: number[][] = [];
      const consumer = ledger.consumer(async (batch) => {
        seen.push(batch.records.map(({ offset }) => offset));
        if (seen.length === 1) await log.append(topic, numbered(0, 2));
        if (seen.length <= 3) throw new TypeError('the database is down');
      });
      await withMember(log, { topic, consumer }, async () => {
        await eventually(() => expect(ledger.offsets(0)).toEqual(upTo(5)));
      });
      expect(seen.slice(0, 4)).toEqual([seen[0], seen[0], seen[0], seen[0]]);
      expect(seen.flat().filter((offset) => offset > 2)).toEqual([3, 4]);
    });

    it('claims a partition again when another consumer had claimed it', async () => {
      const { log } = current();
      const topic = await freshTopic(log, 1);
      await log.append(topic, numbered(0, 2));
      const ledger = new GroupLedger();
      let stolen = false;
      const stealOnce = async (): Promise<void> => {
        if (stolen) return;
        stolen = true;
        await ledger.consumer().claim({ topic, partition: 0, low: 0, high: 2 });
        ledger.startAt(0, 1);
      };
      await withMember(log, { topic, consumer: ledger.consumer(stealOnce) }, async () => {
        await eventually(() => expect(ledger.offsets(0)).toEqual([1]));
        expect(ledger.claims.length).toBeGreaterThanOrEqual(3);
        await log.append(topic, numbered(0, 1));
        await eventually(() => expect(ledger.offsets(0)).toEqual([1, 2]));
      });
    });
  });
}
