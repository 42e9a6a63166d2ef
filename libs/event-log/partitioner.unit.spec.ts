import { murmur2, partitionOf } from './partitioner';

describe('murmur2', () => {
  // From Kafka's own UtilsTest.
  it.each([
    ['21', -973932308],
    ['foobar', -790332482],
    ['a-little-bit-long-string', -985981536],
    ['a-little-bit-longer-string', -1486304829],
    ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58897971],
    ['abc', 479470107],
  ])('hashes %s as Kafka does', (key, hash) => {
    expect(murmur2(Buffer.from(key))).toBe(hash);
  });
});

describe('partitionOf', () => {
  it('clears the sign bit, as Kafka does, rather than taking the absolute value', () => {
    expect(partitionOf(Buffer.from('foobar'), 100)).toBe((-790332482 & 0x7fffffff) % 100);
  });

  it('takes an empty key', () => {
    expect(partitionOf(Buffer.alloc(0), 1)).toBe(0);
  });
});
