import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { PostgresError } from '../errors';

/** An existing user of the operating system, without privileges. */
export interface SystemUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * The user to run Postgres as, since it refuses to run as root; undefined when this process is not root and Postgres
 * runs as the same user.
 * @throws PostgresError `embedded-unsupported` when root finds neither `postgres` nor `nobody`
 */
export function unprivilegedUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const user = lookUp('postgres') ?? lookUp('nobody');
  if (user !== undefined) return user;
  throw new PostgresError(
    'embedded-unsupported',
    'Postgres refuses to run as root, and there is no user postgres or nobody to run it as; run as another user',
  );
}

/** Whether `user` may pass through every folder on the way to `path`, and enter or execute `path` itself. */
export function isReachable(path: string, user: SystemUser): boolean {
  return obstacleOnTheWay(path, user) === undefined;
}

/** @throws PostgresError `embedded-unreachable` naming the first obstacle and what to do */
export function assertReachable(path: string, user: SystemUser): void {
  const step = obstacleOnTheWay(path, user);
  if (step === undefined) return;
  throw new PostgresError(
    'embedded-unreachable',
    `as root, Postgres runs as the user ${user.name}, who cannot reach ${path}: no permission on ${step}; ` +
      `run as another user, move it to a folder open to all, or run: chmod o+x '${step}'`,
  );
}

function obstacleOnTheWay(path: string, user: SystemUser): string | undefined {
  return stepsTo(path).find((step) => {
    const { mode, uid, gid } = statSync(step);
    const executable = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    return (mode & executable) === 0;
  });
}

function stepsTo(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [...stepsTo(parent), path];
}

function lookUp(name: string): SystemUser | undefined {
  const id = (flag: '-u' | '-g'): number =>
    Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { name, uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}
