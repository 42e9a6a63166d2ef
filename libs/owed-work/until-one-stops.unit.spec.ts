import { setTimeout as delay } from 'node:timers/promises';
import { untilOneStops } from './until-one-stops';

const never = (): boolean => false;

it('works on all of them in order, never on more than so many at once', async () => {
  let open = 0;
  let most = 0;
  const begun: number[] = [];
  const work = async (item: number): Promise<number> => {
    begun.push(item);
    most = Math.max(most, (open += 1));
    await delay(item % 3);
    open -= 1;
    return item * 2;
  };
  const items = Array.from({ length: 10 }, (_, index) => index);
  const { done, error } = await untilOneStops(items, 4, work, never);
  expect([most, begun, error]).toEqual([4, items, undefined]);
  expect(items.map((item) => done.get(item))).toEqual(items.map((item) => item * 2));
});

it('begins none after a failure, and keeps what was done and what was under way', async () => {
  const begun: number[] = [];
  let fail = (): void => {};
  let finish = (): void => {};
  const failed = new Promise<void>((resolve) => (fail = resolve));
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const work = async (item: number): Promise<string> => {
    begun.push(item);
    if (item === 2) {
      await failed;
      setImmediate(finish);
      throw new Error('second');
    }
    if (item === 3) {
      fail();
      await finished;
    }
    return `${item}`;
  };
  const { done, error } = await untilOneStops([1, 2, 3, 4, 5], 2, work, never);
  expect(error).toEqual(new Error('second'));
  expect(begun).toEqual([1, 2, 3]);
  expect([...done]).toEqual([
    [1, '1'],
    [3, '3'],
  ]);
});

it('begins none after a result that stops', async () => {
  const { done } = await untilOneStops(
    [1, 2, 3],
    1,
    (item) => Promise.resolve(item),
    (result) => result === 2,
  );
  expect([...done.keys()]).toEqual([1, 2]);
});
