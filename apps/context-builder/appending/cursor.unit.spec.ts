import { array, assert, nat, property, tuple } from 'fast-check';
import { decodeCursor, encodeCursor } from './cursor';

const at = (partition: number, offset: number) => ({ topic: 'conversation-events', partition, offset });

describe('an append cursor', () => {
  it('names the span of each partition', () => {
    const cursor = encodeCursor([at(3, 10), at(0, 7), at(3, 11), at(3, 12)]);
    expect(cursor).toBe('log:conversation-events/0/7-7,3/10-12');
    expect(decodeCursor(cursor)).toEqual({
      topic: 'conversation-events',
      spans: [
        { partition: 0, first: 7, last: 7 },
        { partition: 3, first: 10, last: 12 },
      ],
    });
  });

  it('reads back whatever was written', () => {
    const places = array(tuple(nat(1023), nat(2 ** 40)), { minLength: 1, maxLength: 20 });
    assert(
      property(places, (pairs) => {
        const positions = pairs.map(([partition, offset]) => at(partition, offset));
        const spans = decodeCursor(encodeCursor(positions))?.spans ?? [];
        for (const { partition, offset } of positions) {
          const span = spans.find((each) => each.partition === partition);
          expect(span && span.first <= offset && offset <= span.last).toBe(true);
        }
      }),
    );
  });

  it.each(['m1', '', 'log:', 'log:t/1/2', 'log:t/1/2-3,', 'conversation-events/1/2'])(
    'takes %j for an id',
    (text) => {
      expect(decodeCursor(text)).toBeNull();
    },
  );

  it('cannot be made of nothing', () => {
    expect(() => encodeCursor([])).toThrow(RangeError);
  });
});
