import { PieceCache } from './piece-cache';

test('holds at most two generations and keeps what is asked for again', () => {
  const cache = new PieceCache(2);
  cache.set('a', 1);
  cache.set('b', 2);
  cache.set('c', 3);
  expect(cache.get('a')).toBe(1);
  cache.set('d', 4);
  expect(cache.get('a')).toBe(1);
  expect(cache.get('b')).toBeUndefined();
});
