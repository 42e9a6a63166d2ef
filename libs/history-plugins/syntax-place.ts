import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PluginFile } from './plugin-file';

/**
 * The line of a syntax error, 1-based: what `import()` rejects with does not say it, `node --check` does. The source is
 * parsed and not run. Null where there is none, or none is found in time.
 */
export async function syntaxPlace(
  { form, source }: PluginFile,
  milliseconds: number,
): Promise<number | null> {
  const folder = await mkdtemp(join(tmpdir(), 'verbatim-plugin-'));
  try {
    const isModule = form === 'module' || /^\s*(?:import|export)\b/m.test(source);
    const file = join(folder, isModule ? 'plugin.mjs' : 'plugin.cjs');
    await writeFile(file, source);
    const said = await new Promise<string>((resolve) => {
      const options = { env: {}, timeout: Math.max(milliseconds, 5000) };
      execFile(process.execPath, ['--check', file], options, (_, __, stderr) => resolve(stderr));
    });
    const [, line] = /plugin\.[cm]js:(\d+)/.exec(said) ?? [];
    return line === undefined ? null : Number(line);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
