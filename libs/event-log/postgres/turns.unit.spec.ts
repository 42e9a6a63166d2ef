import { NoTurn, Turns } from './turns';

/** Work that says when it begins, and ends when it is told to. */
function work(name: string, begun: string[]): { run: () => Promise<string>; end: () => void } {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const run = async (): Promise<string> => {
    begun.push(name);
    await ended;
    return name;
  };
  return { run, end };
}
const turnOfTheLoop = () => new Promise(setImmediate);

it('lets one at a time work on a key, in their order, and those on others at once', async () => {
  const [turns, begun] = [new Turns<number>(10_000), [] as string[]];
  const [a, b, c] = ['a', 'b', 'c'].map((name) => work(name, begun));
  if (!a || !b || !c) throw new Error('three are needed');
  const answers = [turns.take([1], a.run), turns.take([1, 2], b.run), turns.take([3], c.run)];
  await turnOfTheLoop();
  expect(begun).toEqual(['a', 'c']);
  a.end();
  await answers[0];
  await turnOfTheLoop();
  expect(begun).toEqual(['a', 'c', 'b']);
  b.end();
  c.end();
  expect(await Promise.all(answers)).toEqual(['a', 'b', 'c']);
});

it('begins nothing whose turn did not come in time, and keeps the order of those behind it', async () => {
  const [turns, begun] = [new Turns<number>(20), [] as string[]];
  const first = work('first', begun);
  const running = turns.take([1], first.run);
  await expect(turns.take([1], () => Promise.resolve('second'))).rejects.toThrow(NoTurn);
  const third = turns.take([1], () => Promise.resolve('third'));
  expect(begun).toEqual(['first']);
  first.end();
  expect([await running, await third]).toEqual(['first', 'third']);
});

it('passes the turn on where the work failed', async () => {
  const turns = new Turns<number>(10_000);
  await expect(turns.take([1], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turns.take([1], () => Promise.resolve('next'))).toBe('next');
});
