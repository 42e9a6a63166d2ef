import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(__dirname, '../../../..');
/** What was released before own events were signed, and before this rig. */
const COMMIT = '77addc2';

let built: Promise<string> | undefined;

/** Why it cannot be built here; null where it can. */
export async function missingVersion(): Promise<string | null> {
  return run('git', ['cat-file', '-e', `${COMMIT}^{commit}`], { cwd: root }).then(
    () => null,
    () => `the history that has ${COMMIT} is not here`,
  );
}

/** Its program, built once a run with the libraries of this tree. */
export function versionBefore(): Promise<string> {
  built ??= build();
  return built;
}

async function build(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'verbatim-version-before-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const archive = join(folder, 'sources.tar');
  await run('git', ['archive', '--output', archive, COMMIT], { cwd: root });
  await run('tar', ['-xf', archive, '-C', folder]);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  await run(process.execPath, ['node_modules/@nestjs/cli/bin/nest.js', 'build', 'cli'], { cwd: folder });
  return join(folder, 'apps/cli/bin/verbatim.js');
}
