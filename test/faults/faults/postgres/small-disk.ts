import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, open, rename, rm, rmdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const BLOCK = Buffer.alloc(64 * 1024);

/** A file system of its own, of a certain size, in the place of a folder. Nobody may use the folder while it comes or goes. */
export class SmallDisk {
  private constructor(
    private readonly folder: string,
    private readonly large: string,
  ) {}

  /** Why this machine has none, in a sentence; null where it has. */
  static async unavailable(): Promise<string | null> {
    if (process.platform !== 'linux' || process.getuid?.() !== 0)
      return 'a file system of limited size can be mounted only by root, on Linux';
    const folder = await mkdtemp(join(tmpdir(), 'verbatim-mount-'));
    try {
      await mount(folder, 1);
      await run('umount', [folder]);
      return null;
    } catch (error) {
      return `no file system can be mounted here: ${String(error)}`;
    } finally {
      await rmdir(folder);
    }
  }

  /** With what the folder holds, and room for so much more. */
  static async replacing(folder: string, spareMegabytes: number): Promise<SmallDisk> {
    const large = `${folder}.large`;
    const { stdout } = await run('du', ['-sm', folder]);
    const size = Number.parseInt(stdout, 10) + spareMegabytes;
    await rename(folder, large);
    await mkdir(folder);
    const disk = new SmallDisk(folder, large);
    try {
      await mount(folder, size);
      await copy(large, folder);
      return disk;
    } catch (error) {
      await run('umount', [folder]).catch(() => undefined);
      await rmdir(folder);
      await rename(large, folder);
      throw error;
    }
  }

  /** Not a byte is left. */
  async fill(): Promise<void> {
    const file = await open(this.ballast, 'a');
    try {
      for (;;) await file.write(BLOCK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      await file.close();
    }
  }

  async free(): Promise<void> {
    await rm(this.ballast, { force: true });
  }

  /** The folder is an ordinary one again, with what it holds now. */
  async remove(): Promise<void> {
    await this.free();
    await rm(this.large, { recursive: true, force: true });
    await mkdir(this.large);
    await copy(this.folder, this.large);
    await run('umount', [this.folder]);
    await rmdir(this.folder);
    await rename(this.large, this.folder);
  }

  private get ballast(): string {
    return join(this.folder, 'ballast');
  }
}

async function mount(folder: string, megabytes: number): Promise<void> {
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
}

/** What is in it, with its owners; the folder itself gets the other's owner and mode. */
async function copy(from: string, to: string): Promise<void> {
  await run('cp', ['-a', `${from}/.`, to]);
  const { mode, uid, gid } = await stat(from);
  await run('chown', [`${uid}:${gid}`, to]);
  await run('chmod', [(mode & 0o7777).toString(8), to]);
}
