import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { Need } from './suite-needing';

export const confluentKafka = 'confluent-kafka==2.16.1';
export const openAi = 'openai==3.54.0';
export const httpx = 'httpx==0.28.1';

/** Python 3 with these packages; each is fetched once, into the user's cache. */
export function pythonNeed(...packages: readonly string[]): Need {
  return { name: 'python', missing: () => missingPython(packages) };
}

/** With the client that the producers use. */
export const confluentNeed = pythonNeed(confluentKafka);

/** For `python3`, so that it finds the packages. */
export function pythonEnvironment(...packages: readonly string[]): NodeJS.ProcessEnv {
  return { PYTHONPATH: packages.map(packageFolder).join(delimiter), PYTHONDONTWRITEBYTECODE: '1' };
}

function missingPython(packages: readonly string[]): string | null {
  if (pythonVersion() === '') return 'Python is missing: install it, so that `python3` is on the PATH';
  return packages.map(missingPackage).find((missing) => missing !== null) ?? null;
}

function missingPackage(name: string): string | null {
  const folder = packageFolder(name);
  if (existsSync(folder)) return null;
  mkdirSync(dirname(folder), { recursive: true });
  const scratch = mkdtempSync(`${folder}.`);
  try {
    const words = ['-m', 'pip', 'install', '--quiet', '--only-binary', ':all:', '--target', scratch, name];
    const { status, stderr } = spawnSync('python3', words, { encoding: 'utf8' });
    if (status !== 0) return `pip could not fetch ${name}: ${stderr.trim().split('\n').at(-1)}`;
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

/** A package holds code for one version of Python. */
function packageFolder(name: string): string {
  const { XDG_CACHE_HOME: cache = join(homedir(), '.cache') } = process.env;
  return join(cache, 'verbatim', `python-${pythonVersion()}-${name.replace('==', '-')}`);
}

let version: string | undefined;

/** Such as `3.11`; empty where there is no Python. */
function pythonVersion(): string {
  const code = 'import sys; print("%d.%d" % sys.version_info[:2])';
  version ??= (spawnSync('python3', ['-c', code], { encoding: 'utf8' }).stdout ?? '').trim();
  return version;
}
