import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PostgresError } from '../errors';
import type { Binaries } from './binaries';
import { serverEnvironment } from './postmaster';
import type { SystemUser } from './system-user';

/** The data of one server, initialised, running or not. */
export interface Cluster {
  /** Postgres's data directory. */
  readonly data: string;
  /** Of the superuser {@link superuser}. */
  readonly password: string;
}

export const superuser = 'verbatim';

const unfinished = 'postgres.init-';
const run = promisify(execFile);

/**
 * Opens the cluster in `directory`, after initialising it where there is none. Safe to repeat after a crash at any
 * point: the data are initialised elsewhere and renamed when complete.
 */
export async function prepareCluster(
  directory: string,
  binaries: Binaries,
  user: SystemUser | undefined,
): Promise<Cluster> {
  const data = join(directory, 'postgres');
  const passwordFile = join(directory, 'postgres.password');
  if (existsSync(data) && !existsSync(passwordFile)) {
    throw new PostgresError(
      'embedded-password-missing',
      `${passwordFile} is missing, and without it nobody can log in to ${data}; restore the file, or remove the ` +
        'folder with everything in it to begin anew',
    );
  }
  const password = existsSync(passwordFile)
    ? (await readFile(passwordFile, 'utf8')).trim()
    : await createPassword(passwordFile);
  await removeUnfinished(directory);
  if (!existsSync(data)) await initialise(directory, data, password, binaries, user);
  return { data, password };
}

async function createPassword(path: string): Promise<string> {
  const password = randomBytes(24).toString('base64url');
  await writeFile(`${path}.new`, password, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  return password;
}

async function removeUnfinished(directory: string): Promise<void> {
  const names = (await readdir(directory)).filter((name) => name.startsWith(unfinished));
  await Promise.all(names.map((name) => rm(join(directory, name), { recursive: true, force: true })));
}

async function initialise(
  directory: string,
  data: string,
  password: string,
  binaries: Binaries,
  user: SystemUser | undefined,
): Promise<void> {
  const scratch = await mkdtemp(join(directory, unfinished));
  const passwordFile = join(scratch, 'password');
  const newData = join(scratch, 'data');
  await writeFile(passwordFile, password, { mode: 0o600 });
  await mkdir(newData, { mode: 0o700 });
  if (user !== undefined) {
    await Promise.all([scratch, passwordFile, newData].map((path) => chown(path, user.uid, user.gid)));
  }
  const options = ['--encoding=UTF8', '--locale=C', '--auth=scram-sha-256', `--username=${superuser}`];
  try {
    await run(binaries.initdb, [...options, `--pwfile=${passwordFile}`, `--pgdata=${newData}`], {
      cwd: scratch,
      env: serverEnvironment(),
      ...(user && { uid: user.uid, gid: user.gid }),
    });
  } catch (cause) {
    const output = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : String(cause);
    throw new PostgresError('embedded-start-failed', `initdb failed: ${output}`, { cause });
  }
  await rename(newData, data);
  await rm(scratch, { recursive: true, force: true });
}
