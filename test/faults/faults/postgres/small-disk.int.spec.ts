import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Need, suiteNeeding } from '../../../support/suite-needing';
import { SmallDisk } from './small-disk';

const mounting: Need = {
  name: 'mount',
  missing: () => (process.getuid?.() === 0 ? null : 'only root may mount a file system'),
};

suiteNeeding([mounting], 'a small disk', () => {
  it('is full when it is filled, has room again when it is freed, and leaves everything behind', async () => {
    if ((await SmallDisk.unavailable()) !== null) return;
    const parent = await mkdtemp(join(tmpdir(), 'verbatim-small-'));
    const folder = join(parent, 'data');
    await mkdir(folder, { mode: 0o700 });
    await writeFile(join(folder, 'before'), 'kept');
    const disk = await SmallDisk.replacing(folder, 2);
    try {
      await disk.fill();
      await expect(writeFile(join(folder, 'full'), 'x'.repeat(10_000))).rejects.toMatchObject({
        code: 'ENOSPC',
      });
      await disk.free();
      await writeFile(join(folder, 'after'), 'kept too');
    } finally {
      await disk.remove();
    }
    expect((await readdir(folder)).toSorted()).toEqual(['after', 'before', 'full']);
    expect(await readFile(join(folder, 'after'), 'utf8')).toBe('kept too');
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(await readdir(parent)).toEqual(['data']);
    await rm(parent, { recursive: true });
  });
});
