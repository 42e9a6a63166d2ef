import { cpSync, mkdtempSync, chmodSync, renameSync, rmSync, statSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Binaries } from './binaries';
import { isReachable, type SystemUser } from './system-user';

/**
 * The programs where `user` can run them: in place, or, where a folder on the way is closed to that user (a checkout
 * in root's own folder), in a copy under the system's temporary folder, which is made once and belongs to root.
 */
export function reachableBinaries(binaries: Binaries, user: SystemUser): Binaries {
  if (isReachable(binaries.initdb, user) && isReachable(binaries.postgres, user)) return binaries;
  const native = dirname(dirname(binaries.postgres));
  const name = createHash('sha256')
    .update(`${native} ${statSync(binaries.postgres).mtimeMs}`)
    .digest('hex');
  const copy = join(tmpdir(), `verbatim-postgres-${name.slice(0, 16)}`);
  if (!isTrusted(copy)) copyInto(copy, native);
  const moved = (path: string): string => join(copy, 'bin', basename(path));
  return { initdb: moved(binaries.initdb), postgres: moved(binaries.postgres) };
}

/** Nobody but root may have put a program there that root is about to start. */
function isTrusted(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found !== undefined && found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0;
}

function copyInto(folder: string, native: string): void {
  const staging = mkdtempSync(`${folder}-`);
  try {
    cpSync(native, staging, { recursive: true, verbatimSymlinks: true });
    chmodSync(staging, 0o755);
    renameSync(staging, folder);
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    // Somebody else of us was faster.
    if (!isTrusted(folder)) throw error;
  }
}
