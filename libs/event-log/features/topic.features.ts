import { type CurrentLog, freshTopic, numbered } from './log-under-test';

export function topicFeatures(current: CurrentLog): void {
  describe('topics', () => {
    it('are created once, and keep their number of partitions', async () => {
      const { log, another } = current();
      const topic = await freshTopic(log, 3);
      await Promise.all([
        log.ensureTopic(topic, { partitions: 5 }),
        (await another()).ensureTopic(topic, { partitions: 7 }),
      ]);
      expect(await log.partitions(topic)).toHaveLength(3);
    });

    it('say what their partitions hold', async () => {
      const { log } = current();
      const topic = await freshTopic(log, 2);
      await log.append(topic, numbered(1, 4));
      expect(await log.partitions(topic)).toEqual([
        { topic, partition: 0, low: 0, high: 0 },
        { topic, partition: 1, low: 0, high: 4 },
      ]);
    });

    it('are read from any offset, at most as many as asked for', async () => {
      const { log } = current();
      const topic = await freshTopic(log, 1);
      await log.append(topic, numbered(0, 6));
      const values = async (offset: number, limit: number): Promise<string[]> =>
        (await log.read({ topic, partition: 0, offset }, limit)).map(({ value }) => String(value));
      expect(await values(2, 3)).toEqual(['2', '3', '4']);
      expect(await values(5, 100)).toEqual(['5']);
      expect(await values(6, 100)).toEqual([]);
    });
  });

  describe('identity', () => {
    it('is the same for everyone who uses the log', async () => {
      const { log, another } = current();
      const identity = await log.identity();
      expect(identity).not.toBe('');
      expect(await log.identity()).toBe(identity);
      expect(await (await another()).identity()).toBe(identity);
    });
  });
}
