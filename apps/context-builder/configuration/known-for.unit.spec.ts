import { KnownFor } from './known-for';

function counting(): { known: KnownFor<string>; looked: string[]; clock: { now: number } } {
  const looked: string[] = [];
  const clock = { now: 0 };
  const look = (key: string): Promise<string> => {
    looked.push(key);
    return key === 'bad'
      ? Promise.reject(new Error('out of reach'))
      : Promise.resolve(`${key}${looked.length}`);
  };
  return { known: new KnownFor(1000, look, () => clock.now), looked, clock };
}

it('looks once in a while for each key', async () => {
  const { known, looked, clock } = counting();
  await expect(Promise.all([known.get('a'), known.get('a'), known.get('b')])).resolves.toEqual([
    'a1',
    'a1',
    'b2',
  ]);
  clock.now = 999;
  await expect(known.get('a')).resolves.toBe('a1');
  clock.now = 1000;
  await expect(known.get('a')).resolves.toBe('a3');
  expect(looked).toEqual(['a', 'b', 'a']);
});

it('looks again at once after it was told to forget, and after a failure', async () => {
  const { known, looked } = counting();
  await known.get('a');
  known.forget('a');
  await known.get('a');
  await expect(known.get('bad')).rejects.toThrow('out of reach');
  await expect(known.get('bad')).rejects.toThrow('out of reach');
  expect(looked).toEqual(['a', 'a', 'bad', 'bad']);
});
