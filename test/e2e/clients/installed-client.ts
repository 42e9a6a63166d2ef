import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../../..');

/** A folder without anything of this project around it, where the client's tarball was installed without a registry. */
export function installedClient(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'verbatim-client-')));
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const packed = npm(root, 'pack', './libs/client', '--json', '--pack-destination', folder);
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  npm(folder, 'install', '--offline', '--no-audit', '--no-fund', `./${filename}`);
  return folder;
}

function npm(cwd: string, ...words: string[]): string {
  const { status, stdout, stderr } = spawnSync('npm', words, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm ${words.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}
