import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Need } from './suite-needing';

const PACKAGE = 'confluent-kafka==2.16.1';

/** Python 3 with the package `confluent_kafka` (librdkafka); the package is fetched once, into the user's cache. */
export const pythonNeed: Need = { name: 'python', missing: missingPython };

/** Runs `python3`, finding the package. */
export function pythonEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, PYTHONPATH: packageFolder(), PYTHONDONTWRITEBYTECODE: '1' };
}

function missingPython(): string | null {
  if (pythonVersion() === '') return 'Python is missing: install it, so that `python3` is on the PATH';
  const folder = packageFolder();
  if (existsSync(folder)) return null;
  mkdirSync(dirname(folder), { recursive: true });
  const scratch = mkdtempSync(`${folder}.`);
  try {
    const words = ['-m', 'pip', 'install', '--quiet', '--only-binary', ':all:', '--target', scratch, PACKAGE];
    const { status, stderr } = spawnSync('python3', words, { encoding: 'utf8' });
    if (status !== 0) return `pip could not fetch ${PACKAGE}: ${stderr.trim().split('\n').at(-1)}`;
    moveTo(scratch, folder);
    return null;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Whole or not at all; another process may have been quicker. */
function moveTo(scratch: string, folder: string): void {
  try {
    renameSync(scratch, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

/** The package holds code for one version of Python. */
function packageFolder(): string {
  const { XDG_CACHE_HOME: cache = join(homedir(), '.cache') } = process.env;
  return join(cache, 'verbatim', `python-${pythonVersion()}-${PACKAGE.replace('==', '-')}`);
}

let version: string | undefined;

/** Such as `3.11`; empty where there is no Python. */
function pythonVersion(): string {
  const code = 'import sys; print("%d.%d" % sys.version_info[:2])';
  version ??= (spawnSync('python3', ['-c', code], { encoding: 'utf8' }).stdout ?? '').trim();
  return version;
}
