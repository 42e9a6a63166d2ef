import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from './eventually';
import { GroupLedger } from './group-ledger';
import { type CurrentLog, freshTopic, numbered, upTo, withMember } from './log-under-test';

export function groupFeatures(current: CurrentLog): void {
  describe('groups', () => {
    it('share the partitions among their members, and hand over when one joins or leaves', async () => {
      const { log, another } = current();
      const topic = await freshTopic(log, 4);
      const ledger = new GroupLedger();
      const member = {
        topic,
        group: `group-${randomUUID()}`,
        consumer: ledger.consumer(() => sleep(5)),
        maxBatch: 3,
      };
      const appendToAll = async (): Promise<void> => {
        await log.append(
          topic,
          upTo(4).flatMap((partition) => numbered(partition, 20)),
        );
      };
      await withMember(log, member, async (first) => {
        await appendToAll();
        await eventually(() => expect(first.status().held).toEqual(upTo(4)));
        const consumer = ledger.consumer(() => sleep(5));
        await withMember(await another(), { ...member, consumer }, async (second) => {
          await appendToAll();
          await eventually(() => {
            expect(first.status().held).toHaveLength(2);
            expect(second.status().held).toHaveLength(2);
          });
          await appendToAll();
          const held = [...first.status().held, ...second.status().held];
          expect(held.toSorted()).toEqual(upTo(4));
        });
        await appendToAll();
        await eventually(() => expect(first.status().held).toEqual(upTo(4)));
        await eventually(() => expect(ledger.handled.length).toBeGreaterThanOrEqual(320));
      });
      for (const partition of upTo(4)) expect(ledger.offsets(partition)).toEqual(upTo(80));
      expect(ledger.overlaps).toEqual(new Set());
    });

    it('leave a member without partitions when there are more members than partitions', async () => {
      const { log, another } = current();
      const topic = await freshTopic(log, 1);
      const ledger = new GroupLedger();
      const group = `group-${randomUUID()}`;
      await withMember(log, { topic, group, consumer: ledger.consumer() }, async (first) => {
        await eventually(() => expect(first.status().held).toEqual([0]));
        await withMember(await another(), { topic, group, consumer: ledger.consumer() }, async (second) => {
          await eventually(() => {
            expect([...first.status().held, ...second.status().held]).toEqual([0]);
          });
          await log.append(topic, numbered(0, 3));
          await eventually(() => expect(ledger.offsets(0)).toEqual(upTo(3)));
        });
      });
    });

    it('each see every record', async () => {
      const { log } = current();
      const topic = await freshTopic(log, 2);
      const [one, other] = [new GroupLedger(), new GroupLedger()];
      await withMember(log, { topic, consumer: one.consumer() }, async () => {
        await withMember(log, { topic, consumer: other.consumer() }, async () => {
          await log.append(topic, [...numbered(0, 7), ...numbered(1, 5)]);
          for (const ledger of [one, other]) {
            await eventually(() => expect(ledger.handled).toHaveLength(12));
            expect(ledger.offsets(0)).toEqual(upTo(7));
            expect(ledger.offsets(1)).toEqual(upTo(5));
          }
        });
      });
    });

    it('give up the partitions of a log that closes', async () => {
      const { log, another } = current();
      const topic = await freshTopic(log, 2);
      const group = `group-${randomUUID()}`;
      const ledger = new GroupLedger();
      const closing = await another();
      const left = await closing.subscribe({ topic, group, consumer: ledger.consumer() });
      await eventually(() => expect(left.status().held).toEqual([0, 1]));
      await closing.close();
      await withMember(log, { topic, group, consumer: ledger.consumer() }, async (subscription) => {
        await eventually(() => expect(subscription.status().held).toEqual([0, 1]));
      });
      expect(left.status().held).toEqual([]);
    });
  });
}
