import { randomBytes } from 'node:crypto';
import type { LogPosition } from '../event-log';
import { partitionOf } from '../partitioner';
import { type CurrentLog, freshTopic, numbered, readAll, upTo } from './log-under-test';

export function appendFeatures(current: CurrentLog): void {
  describe('append', () => {
    it('sends a key where Kafka would, and a record with a partition there', async () => {
      const { log } = current();
      const topic = await freshTopic(log, 5);
      const keys = ['acme/c1', 'acme/c2', 'beta/c1', 'acme/c1'];
      const value = Buffer.from('{}');
      const positions = await log.append(topic, [
        ...keys.map((key) => ({ key, value })),
        ...upTo(5).map((partition) => ({ key: 'acme/c1', value, partition })),
      ]);
      const expected = [...keys.map((key) => partitionOf(Buffer.from(key), 5)), ...upTo(5)];
      expect(positions.map(({ partition }) => partition)).toEqual(expected);
    });

    it('keeps bytes, keys and headers as they are', async () => {
      const { log } = current();
      const topic = await freshTopic(log, 1);
      const values = [Buffer.from([0, 255, 0, 92, 120, 39]), Buffer.alloc(0), randomBytes(70_000)];
      const headers = { signature: Buffer.from([0, 254, 10]), 'x-empty': Buffer.alloc(0) };
      await log.append(
        topic,
        values.map((value) => ({ key: 'acme/ключ', value, headers })),
      );
      const records = await readAll(log, topic, 0);
      expect(records.map(({ value }) => value)).toEqual(values);
      expect(records.map(({ headers: kept }) => kept)).toEqual([headers, headers, headers]);
      expect(records.map(({ key }) => key?.toString())).toEqual(values.map(() => 'acme/ключ'));
      expect(new Date(records[0]?.timestamp ?? 0).getUTCFullYear()).toBe(new Date().getUTCFullYear());
    });

    it('gives each record the next offset of its partition, without gaps, however many append at once', async () => {
      const { log } = current();
      const topic = await freshTopic(log, 3);
      const appended = new Map<string, LogPosition>();
      const appendTenTimes = async (appender: number): Promise<void> => {
        for (const call of upTo(10)) {
          const names = [`${appender}-${call}-a`, `${appender}-${call}-b`];
          const targets = [appender % 3, (appender + call) % 3];
          const positions = await log.append(
            topic,
            names.map((name, at) => ({ key: 'k', value: Buffer.from(name), partition: targets[at] ?? 0 })),
          );
          positions.forEach((position, at) => appended.set(names[at] ?? '', position));
        }
      };
      await Promise.all(upTo(20).map(appendTenTimes));

      const records = (await Promise.all(upTo(3).map((partition) => readAll(log, topic, partition)))).flat();
      for (const partition of upTo(3)) {
        const offsets = records
          .filter((record) => record.partition === partition)
          .map(({ offset }) => offset);
        expect(offsets).toEqual(upTo(offsets.length));
      }
      const read = records.map(({ value, partition, offset }) => [
        String(value),
        { topic, partition, offset },
      ]);
      expect(new Map(read as [string, LogPosition][])).toEqual(appended);
    });

    it('appends nothing when there is nothing', async () => {
      const { log } = current();
      const topic = await freshTopic(log, 1);
      expect(await log.append(topic, [])).toEqual([]);
    });

    it('refuses a partition that the topic has not, with all the records of the call', async () => {
      const { log } = current();
      const topic = await freshTopic(log, 2);
      const append = log.append(topic, [...numbered(0, 1), ...numbered(2, 1)]);
      await expect(append).rejects.toThrow(RangeError);
      expect(await readAll(log, topic, 0)).toEqual([]);
    });

    it('is unavailable for a topic that does not exist', async () => {
      const append = current().log.append('no-such-topic', numbered(0, 1));
      await expect(append).rejects.toMatchObject({ code: 'log-unavailable' });
    });
  });
}
