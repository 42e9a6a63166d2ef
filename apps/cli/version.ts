import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { members } from './rendering';

/** `verbatim-context 0.1.0`, from the nearest package.json above: that of the sources and of what was built alike. */
export function versionLine(folder = __dirname): string {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return versionLine(dirname(folder));
  const { name, version } = members(JSON.parse(readFileSync(file, 'utf8')));
  return `${String(name)} ${String(version)}`;
}
