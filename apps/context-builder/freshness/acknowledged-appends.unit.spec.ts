import { AcknowledgedAppends } from './acknowledged-appends';

const key = (conversation: string) => ({ tenant: 't', conversation });
const at = (last: number, partition = 0, events = 1) => ({ partition, last, events });

test('appends are on record for their own conversation, until the projection holds them', () => {
  const appends = new AcknowledgedAppends();
  appends.note(key('a'), at(4));
  appends.note(key('a'), at(9, 0, 3));
  expect(appends.of(key('a'))).toEqual([at(4), at(9, 0, 3)]);
  expect(appends.of(key('b'))).toEqual([]);
  expect(appends.of({ tenant: 'other', conversation: 'a' })).toEqual([]);
  const [first] = appends.of(key('a'));
  appends.note(key('a'), at(12));
  appends.forget(key('a'), first ? [first] : []);
  expect(appends.of(key('a'))).toEqual([at(9, 0, 3), at(12)]);
  appends.forget(key('a'), appends.of(key('a')));
  expect([appends.of(key('a')), appends.conversations]).toEqual([[], 0]);
});

test('many appends to one conversation take little room, and none of their events is forgotten', () => {
  const appends = new AcknowledgedAppends();
  for (let offset = 0; offset < 1000; offset += 1) appends.note(key('a'), at(offset, offset % 2));
  const kept = appends.of(key('a'));
  expect(kept).toHaveLength(8);
  expect(kept.reduce((sum, { events }) => sum + events, 0)).toBe(1000);
  for (const partition of [0, 1]) {
    const lasts = kept.filter((each) => each.partition === partition).map(({ last }) => last);
    expect(Math.max(...lasts)).toBe(998 + partition);
  }
});

test('of more conversations than it takes the newest offset of their partitions is kept, for whoever asks', () => {
  const appends = new AcknowledgedAppends(100);
  for (let n = 0; n < 5000; n += 1) appends.note(key(`c${n}`), at(n, n % 3));
  expect(appends.conversations).toBe(100);
  // Conversations 0 to 4899 are forgotten by name; the newest of them lie in partitions 0, 1 and 2 at these offsets.
  const unnamed = [at(4899, 0, 0), at(4897, 1, 0), at(4898, 2, 0)];
  expect(appends.of(key('c0'))).toEqual(unnamed);
  expect(appends.of(key('c4999'))).toEqual([at(4999, 1), ...unnamed]);
  appends.forget(key('c0'), appends.of(key('c0')));
  expect(appends.of(key('c0'))).toEqual([]);
  expect(appends.of(key('c4999'))).toEqual([at(4999, 1)]);
});

test('the conversation that was appended to last is forgotten last', () => {
  const appends = new AcknowledgedAppends(2);
  appends.note(key('a'), at(1));
  appends.note(key('b'), at(2));
  appends.note(key('a'), at(3));
  appends.note(key('c'), at(4));
  expect(appends.of(key('b'))).toEqual([at(2, 0, 0)]);
  expect(appends.of(key('a'))).toEqual([at(1), at(3), at(2, 0, 0)]);
});
