import type { LogRecord, PartitionRange } from '../../event-log';
import { PartitionFeed, type Fetching, type Span } from './partition-feed';

const topic = 't';

function record(offset: number): LogRecord {
  return { topic, partition: 0, offset, timestamp: 0, key: null, value: null, headers: {} };
}

/** All of [from, to) but `holes`. */
function span(from: number, to: number, holes: readonly number[] = []): Span {
  const offsets = Array.from({ length: to - from }, (_, index) => from + index);
  return { from, to, records: offsets.filter((offset) => !holes.includes(offset)).map(record) };
}

class Fetches implements Fetching {
  readonly asked: string[] = [];
  range = (): Promise<PartitionRange> => Promise.resolve({ topic, partition: 0, low: 0, high: 1_000 });
  seek = (offset: number): void => void this.asked.push(`seek ${offset}`);
  pause = (): void => void this.asked.push('pause');
  resume = (): void => void this.asked.push('resume');

  /** What was asked since the last time. */
  taken(): string[] {
    return this.asked.splice(0);
  }
}

describe('a partition feed', () => {
  let fetches: Fetches;
  let feed: PartitionFeed;
  const offsets = async (from: number, limit = 100): Promise<[number[], number]> => {
    const { records, nextOffset } = await feed.read(from, limit);
    return [records.map(({ offset }) => offset), nextOffset];
  };
  /** A feed whose reader begins at 10. */
  const begun = async (): Promise<void> => {
    await feed.read(10, 1);
    fetches.taken();
  };

  beforeEach(() => {
    fetches = new Fetches();
    feed = new PartitionFeed(fetches);
  });

  it('takes nothing until its reader has said where to begin, and then fetches from there', async () => {
    expect(feed.offer(span(0, 5))).toBe(false);
    expect(fetches.taken()).toEqual(['pause']);
    expect(await offsets(10)).toEqual([[], 10]);
    expect(fetches.taken()).toEqual(['seek 10', 'resume']);
  });

  it('brings spans in order, as much of one as was asked for', async () => {
    await begun();
    expect(feed.offer(span(10, 13))).toBe(true);
    expect(feed.offer(span(13, 15))).toBe(true);
    expect(await offsets(10, 2)).toEqual([[10, 11], 12]);
    expect(await offsets(12, 2)).toEqual([[12], 13]);
    expect(await offsets(13, 2)).toEqual([[13, 14], 15]);
    expect(await offsets(15, 2)).toEqual([[], 15]);
  });

  it('brings the same again as long as it is asked for the same', async () => {
    await begun();
    feed.offer(span(10, 13));
    expect(await offsets(10)).toEqual([[10, 11, 12], 13]);
    expect(await offsets(10)).toEqual([[10, 11, 12], 13]);
    expect(fetches.taken()).toEqual([]);
  });

  it('takes of an overlapping span what is new', async () => {
    await begun();
    expect(feed.offer(span(7, 12))).toBe(true);
    expect(feed.offer(span(11, 14))).toBe(true);
    expect(await offsets(10)).toEqual([[10, 11], 12]);
    expect(await offsets(12)).toEqual([[12, 13], 14]);
  });

  it.each([
    ['stale', span(8, 10)],
    ['ahead', span(11, 14)],
  ])('refuses a span that is %s, and has its reader claim anew', async (_, stray) => {
    await begun();
    feed.offer(span(10, 11));
    const { rings } = feed.appended;
    expect(feed.offer({ ...stray, from: stray.from + 1, to: stray.to + 1 })).toBe(false);
    expect(feed.appended.rings).toBeGreaterThan(rings);
    expect(fetches.taken()).toEqual(['pause']);
    await expect(feed.read(10, 1)).rejects.toThrow('was fetched instead of 11');
    expect(await offsets(10)).toEqual([[], 10]);
    expect(fetches.taken()).toEqual(['seek 10', 'resume']);
    expect(feed.offer(span(10, 12))).toBe(true);
    expect(await offsets(10)).toEqual([[10, 11], 12]);
  });

  it('forgets what it has when that is in doubt', async () => {
    await begun();
    feed.offer(span(10, 13));
    feed.distrust('the topic was gone');
    expect(feed.offer(span(13, 14))).toBe(false);
    await expect(feed.read(10, 1)).rejects.toThrow('the topic was gone');
    expect(await offsets(12)).toEqual([[], 12]);
  });

  it('passes holes at the beginning, in the middle and at the end', async () => {
    await begun();
    expect(feed.take(span(10, 12, [10, 11]))).toBe(true);
    expect(await offsets(10)).toEqual([[], 12]);
    feed.offer(span(12, 16, [12, 14]));
    feed.take(span(16, 20, [16, 17, 18, 19]));
    expect(await offsets(12)).toEqual([[13, 15], 16]);
    expect(await offsets(16)).toEqual([[], 20]);
  });

  it('pauses its partition when it is full, and resumes when there is room', async () => {
    await begun();
    feed.offer(span(10, 12));
    expect(fetches.taken()).toEqual([]);
    expect(feed.offer(span(12, 14))).toBe(true);
    expect(fetches.taken()).toEqual(['pause']);
    await offsets(11);
    expect(fetches.taken()).toEqual([]);
    await offsets(12);
    expect(fetches.taken()).toEqual(['resume']);
  });

  it.each([5, 40])('begins anew where its reader goes to %i', async (elsewhere) => {
    await begun();
    feed.offer(span(10, 15));
    expect(await offsets(elsewhere)).toEqual([[], elsewhere]);
    expect(fetches.taken()).toEqual([`seek ${elsewhere}`]);
    expect(feed.offer(span(elsewhere, elsewhere + 1))).toBe(true);
    expect(await offsets(elsewhere)).toEqual([[elsewhere], elsewhere + 1]);
  });

  it('takes nothing once it is closed', async () => {
    await begun();
    feed.close();
    expect(feed.offer(span(10, 11))).toBe(false);
    expect(await offsets(10)).toEqual([[], 10]);
    expect(fetches.taken()).toEqual(['pause']);
  });
});
