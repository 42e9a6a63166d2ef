import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LockUnreadable, tryLock } from './directory-lock';
import { DirectoryInUse, findService, ServiceDirectory } from './service-directory';
import { Child, killChildren } from './testing/child';

afterAll(killChildren);

const root = mkdtempSync(join(tmpdir(), 'verbatim-platform-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let count = 0;
const newDirectory = () => join(root, `data-${(count += 1)}`);

/** A process that takes the folder when told to, says how that went, and lives until it is killed. */
const contender = (directory: string) =>
  new Child(`
    const { ServiceDirectory } = load('service-directory');
    process.on('message', () => ServiceDirectory.acquire(${JSON.stringify(directory)}).then(
      (taken) => taken.announce({ url: 'http://127.0.0.1:' + process.pid }).then(() => process.send('won')),
      (error) => process.send(error.code + ' ' + error.pid),
    ));
    process.send('ready');`);

async function owner(directory: string): Promise<Child> {
  const child = contender(directory);
  await child.message();
  const answer = child.message();
  child.process.send('go');
  expect(await answer).toBe('won');
  return child;
}

async function end(...children: Child[]): Promise<void> {
  children.forEach((child) => child.kill('SIGKILL'));
  await Promise.all(children.map((child) => child.exitCode()));
}

describe('ServiceDirectory', () => {
  it('makes the folder, announces the service, and leaves nothing behind', async () => {
    const directory = newDirectory();
    const taken = await ServiceDirectory.acquire(directory);
    expect(await findService(directory)).toBeNull();
    await taken.announce({ url: 'http://127.0.0.1:1' });
    const service = { url: 'http://127.0.0.1:1', pid: process.pid };
    expect(JSON.parse(readFileSync(join(directory, 'serve.json'), 'utf8'))).toEqual(service);
    expect(await findService(directory)).toEqual(service);
    expect(readdirSync(directory).toSorted()).toEqual(['serve.json', 'serve.lock']);
    await taken.release();
    expect(await findService(directory)).toBeNull();
    expect(readdirSync(directory)).toEqual([]);
  });

  it('refuses a second owner, says where the first one is and what to do', async () => {
    const directory = newDirectory();
    const first = await ServiceDirectory.acquire(directory);
    await expect(ServiceDirectory.acquire(directory)).rejects.toMatchObject({ url: null, pid: process.pid });
    await first.announce({ url: 'http://127.0.0.1:1' });
    const error = await ServiceDirectory.acquire(directory).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DirectoryInUse);
    expect(error).toMatchObject({ pid: process.pid, url: 'http://127.0.0.1:1' });
    expect(String(error)).toMatch(/at http:\/\/127\.0\.0\.1:1\. .*kill \d+.*--data/);
    await first.release();
  });

  it('after its own release does not take the folder from the next owner', async () => {
    const directory = newDirectory();
    const first = await ServiceDirectory.acquire(directory);
    await first.release();
    const second = await ServiceDirectory.acquire(directory);
    await first.release();
    await expect(ServiceDirectory.acquire(directory)).rejects.toBeInstanceOf(DirectoryInUse);
    await second.release();
  });

  it('takes over from an owner that was killed, and forgets its announcement', async () => {
    const directory = newDirectory();
    const killed = await owner(directory);
    expect(await findService(directory)).toMatchObject({ pid: killed.process.pid });
    await end(killed);
    expect(await findService(directory)).toBeNull();
    const taken = await ServiceDirectory.acquire(directory);
    expect(readdirSync(directory)).toEqual(['serve.lock']);
    await taken.release();
  });

  it('takes over from an owner that was killed in the middle of taking over', async () => {
    const directory = newDirectory();
    await (await ServiceDirectory.acquire(directory)).release();
    const dead = { pid: 2 ** 22 + 1, startTime: 'boot/1' };
    writeFileSync(join(directory, 'serve.lock'), JSON.stringify({ id: 'a', ...dead }));
    writeFileSync(join(directory, 'serve.lock.a'), JSON.stringify({ id: 'b', ...dead }));
    const taken = await ServiceDirectory.acquire(directory);
    expect(readdirSync(directory)).toEqual(['serve.lock']);
    await expect(ServiceDirectory.acquire(directory)).rejects.toBeInstanceOf(DirectoryInUse);
    await taken.release();
  });

  it('does not take a living process with a reused pid for the owner', async () => {
    if (process.platform !== 'linux') return;
    const directory = newDirectory();
    await (await ServiceDirectory.acquire(directory)).release();
    const reused = { id: 'a', pid: process.ppid, startTime: 'boot/1' };
    writeFileSync(join(directory, 'serve.lock'), JSON.stringify(reused));
    writeFileSync(join(directory, 'serve.json'), JSON.stringify({ url: 'http://x', pid: process.ppid }));
    expect(await findService(directory)).toBeNull();
    await (await ServiceDirectory.acquire(directory)).release();
  });

  it('does not touch a lock file that is not its own', async () => {
    const directory = newDirectory();
    await (await ServiceDirectory.acquire(directory)).release();
    writeFileSync(join(directory, 'serve.lock'), '4711\n');
    await expect(ServiceDirectory.acquire(directory)).rejects.toBeInstanceOf(LockUnreadable);
    expect(readdirSync(directory)).toEqual(['serve.lock']);
  });

  it.each(['an empty folder', 'the folder of a killed owner'])(
    'goes to exactly one of eight processes that want %s',
    async (kind) => {
      const directory = newDirectory();
      if (kind !== 'an empty folder') await end(await owner(directory));
      const children = Array.from({ length: 8 }, () => contender(directory));
      await Promise.all(children.map((child) => child.message()));
      const answers = Promise.all(children.map((child) => child.message()));
      children.forEach((child) => child.process.send('go'));
      const results = await answers;
      const winner = children[results.indexOf('won')]?.process.pid;
      expect(results.filter((result) => result === 'won')).toHaveLength(1);
      expect(results.filter((result) => String(result).startsWith('directory-in-use'))).toHaveLength(7);
      expect(await findService(directory)).toEqual({ url: `http://127.0.0.1:${winner}`, pid: winner });
      expect(readdirSync(directory).toSorted()).toEqual(['serve.json', 'serve.lock']);
      await end(...children);
    },
    60_000,
  );

  it('goes to exactly one at every round of a crowd in one process', async () => {
    const directory = newDirectory();
    await (await ServiceDirectory.acquire(directory)).release();
    const path = join(directory, 'serve.lock');
    for (let round = 0; round < 50; round += 1) {
      writeFileSync(path, JSON.stringify({ id: `dead-${round}`, pid: 2 ** 22 + 1, startTime: null }));
      const attempts = await Promise.all(Array.from({ length: 12 }, () => tryLock(path)));
      expect(attempts.filter((attempt) => 'acquired' in attempt)).toHaveLength(1);
      expect(readdirSync(directory)).toEqual(['serve.lock']);
    }
  });
});
