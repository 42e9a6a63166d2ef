import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { isAlive, ownIdentity, type ProcessIdentity } from './process-identity';

const ownerSchema = z.object({
  id: z.string().min(1),
  pid: z.int().positive(),
  startTime: z.string().nullable(),
});

/** Who holds a lock; `id` is new with each acquisition. */
export type LockOwner = z.infer<typeof ownerSchema> & ProcessIdentity;

export type LockAttempt = { readonly acquired: LockOwner } | { readonly heldBy: LockOwner };

/** A lock file that this code did not write; only a person can tell whether it may go. */
export class LockUnreadable extends Error {
  readonly code = 'lock-unreadable';

  constructor(readonly path: string) {
    super(`${path} is not a lock file of Verbatim. If no Verbatim runs on this folder, delete it`);
    this.name = 'LockUnreadable';
  }
}

/**
 * Takes the lock at `path` for this process, also from a dead owner.
 *
 * Nobody ever removes another's lock, since between reading and removing it may have become a living one. Instead
 * a dead owner can have one successor, whose file `path.<id of the dead>` is created exclusively; the owner is the
 * last of that chain. Having won a link, a process walks the chain anew: only if it ends with itself does it own
 * the lock, and it then puts its own file at the head, before it removes the links. Whoever links behind a head
 * that has been replaced finds on that walk that it lost.
 */
export async function tryLock(path: string): Promise<LockAttempt> {
  const own: LockOwner = { id: randomUUID(), ...(await ownIdentity()) };
  const candidate = `${path}.${own.id}.new`;
  const links: string[] = [];
  await writeFile(candidate, JSON.stringify(own), { flush: true });
  try {
    for (;;) {
      const chain = await chainFrom(path);
      const last = chain.at(-1);
      if (last?.id === own.id) {
        if (chain.length > 1) await rename(candidate, path);
        links.push(...chain.slice(0, -1).map(({ id }) => `${path}.${id}`));
        return { acquired: own };
      }
      if (last !== undefined && (await isAlive(last))) return { heldBy: last };
      const next = last === undefined ? path : `${path}.${last.id}`;
      if ((await linkedExclusively(candidate, next)) && next !== path) links.push(next);
    }
  } finally {
    await Promise.all([candidate, ...links].map((file) => rm(file, { force: true })));
  }
}

/** Gives up a lock that this process holds. */
export async function unlock(path: string): Promise<void> {
  await rm(path, { force: true });
}

/** Whoever holds the lock, dead or alive; null where nobody does. */
export async function lockOwner(path: string): Promise<LockOwner | null> {
  const chain = await chainFrom(path);
  return chain.at(-1) ?? null;
}

async function chainFrom(path: string): Promise<LockOwner[]> {
  const chain: LockOwner[] = [];
  let next = await readOwner(path);
  while (next !== null) {
    chain.push(next);
    next = await readOwner(`${path}.${next.id}`);
  }
  return chain;
}

async function readOwner(file: string): Promise<LockOwner | null> {
  let content: string;
  try {
    content = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    return ownerSchema.parse(JSON.parse(content));
  } catch {
    throw new LockUnreadable(file);
  }
}

/** A hard link appears at once with its whole content, and never over an existing file. */
async function linkedExclusively(file: string, name: string): Promise<boolean> {
  try {
    await link(file, name);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
