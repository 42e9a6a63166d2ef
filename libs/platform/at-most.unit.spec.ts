import { atMost } from './at-most';

test('ends with the work, as it ends', async () => {
  await expect(atMost(60_000, Promise.resolve('done'))).resolves.toBeUndefined();
  await expect(atMost(60_000, Promise.reject(new Error('lost')))).rejects.toThrow('lost');
});

test('ends without work that takes longer, whatever becomes of it', async () => {
  let fail: (error: Error) => void = () => undefined;
  const work = new Promise<void>((_, reject) => (fail = reject));
  await expect(atMost(1, work)).resolves.toBeUndefined();
  fail(new Error('too late to matter'));
});
