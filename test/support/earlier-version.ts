import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandProcess } from '../../apps/cli/testing/command-process';
import type { Need } from './suite-needing';

const root = join(__dirname, '../..');

/** The version before: its database schema ends where this one's additions begin. */
const COMMIT = '77addc2';

export const earlierVersion: Need = {
  name: 'history',
  missing: () =>
    isThere()
      ? null
      : `the version before, commit ${COMMIT}, is not in the history here (git fetch --unshallow brings it)`,
};

function isThere(): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${COMMIT}^{commit}`], { cwd: root, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The sources of the version before, from which its services are started. */
export class EarlierVersion {
  private readonly folder: string;

  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'verbatim-earlier-'));
    const archive = execFileSync('git', ['archive', COMMIT], { cwd: root, maxBuffer: 2 ** 30 });
    execFileSync('tar', ['-x', '-C', this.folder], { input: archive });
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'));
  }

  start(settings: Readonly<Record<string, string>>, ...words: readonly string[]): CommandProcess {
    const at = (file: string): string => join(this.folder, 'apps/cli', file);
    const command = ['--require', at('testing/register-typescript.js'), at('main.ts')];
    return new CommandProcess([...command, ...words], settings);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
