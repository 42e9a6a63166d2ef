import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { lockOwner, tryLock, unlock } from './directory-lock';
import { isAlive } from './process-identity';

const announcementSchema = z.object({ url: z.string().min(1), pid: z.int().positive() });

/** What `serve.json` holds (SPEC 9): where the service that owns a data folder listens. */
export type RunningService = z.infer<typeof announcementSchema>;

const lockFile = (directory: string): string => join(directory, 'serve.lock');
const announcementFile = (directory: string): string => join(directory, 'serve.json');

/** Another process serves this folder; `url` is null as long as it does not listen yet. */
export class DirectoryInUse extends Error {
  readonly code = 'directory-in-use';

  constructor(
    readonly directory: string,
    readonly pid: number,
    readonly url: string | null,
  ) {
    const where = url === null ? 'which is still starting' : `at ${url}`;
    super(
      `${directory} is in use by process ${pid}, ${where}. Use that one (client commands find it by themselves), ` +
        `stop it (kill ${pid}), or choose another folder with --data`,
    );
    this.name = 'DirectoryInUse';
  }
}

/** The right of one process to serve a data folder. It ends with `release()` or with the process, however that dies. */
export class ServiceDirectory {
  private released = false;

  private constructor(readonly directory: string) {}

  /**
   * Makes the folder where it is missing and takes it for this process, also from a dead owner.
   * @throws DirectoryInUse where a living process, this one included, has it; LockUnreadable.
   */
  static async acquire(directory: string): Promise<ServiceDirectory> {
    const path = resolve(directory);
    await mkdir(path, { recursive: true });
    const attempt = await tryLock(lockFile(path));
    if ('heldBy' in attempt) {
      const { pid } = attempt.heldBy;
      const running = await readAnnouncement(path);
      throw new DirectoryInUse(path, pid, running?.pid === pid ? running.url : null);
    }
    await rm(announcementFile(path), { force: true });
    return new ServiceDirectory(path);
  }

  /** Tells client commands where to find this service; readers see the old file or the new one, whole. */
  async announce({ url }: { readonly url: string }): Promise<void> {
    const file = announcementFile(this.directory);
    const service: RunningService = { url, pid: process.pid };
    await writeFile(`${file}.new`, `${JSON.stringify(service)}\n`);
    await rename(`${file}.new`, file);
  }

  /** Must be the last thing done with the folder: another process may take it at once. Again is harmless. */
  async release(): Promise<void> {
    if (this.released) return;
    this.released = true;
    await rm(announcementFile(this.directory), { force: true });
    await unlock(lockFile(this.directory));
  }
}

/** The living service of a data folder, for client commands; null where none has announced itself. */
export async function findService(directory: string): Promise<RunningService | null> {
  const path = resolve(directory);
  const service = await readAnnouncement(path);
  if (service === null) return null;
  const owner = await lockOwner(lockFile(path));
  const identity = owner?.pid === service.pid ? owner : { pid: service.pid, startTime: null };
  return (await isAlive(identity)) ? service : null;
}

async function readAnnouncement(directory: string): Promise<RunningService | null> {
  try {
    return announcementSchema.parse(JSON.parse(await readFile(announcementFile(directory), 'utf8')));
  } catch {
    return null;
  }
}
