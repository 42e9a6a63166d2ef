import type { PluginItem } from '../../plugins/plugin-directory';
import { ok, warning, type Check } from '../check';

/** Files of the plugins folder that cannot be used; a policy that names one is served without it. */
export function historyPlugins(items: readonly PluginItem[]): Check {
  const files = items.filter(({ source }) => source === 'file');
  const broken = files.flatMap(({ file, problem }) => (problem === null ? [] : [`${file}: ${problem}`]));
  const usable = files.length - broken.length;
  if (broken.length === 0) return ok('plugins', `${usable} files of the plugins folder can be used`);
  return warning(
    'plugins',
    `${broken.length} files of the plugins folder cannot be used: ${broken.join('; ')}`,
    'correct them, or take them out of the folder; `verbatim plugins check FILE` tries one',
  );
}
