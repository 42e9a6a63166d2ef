import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as nodeModule from 'node:module';
import type { PluginJob } from './plugin-process';
import type { PluginProblem } from './plugin-problem';

/** Extensions in the order in which the first one found is taken. */
const extensions = ['js', 'mjs', 'ts'] as const;
type Extension = (typeof extensions)[number];

/** The text of a plugin, ready to be run. */
export type PluginFile = PluginJob['file'];

const FILE = /^plugin_history_(.+)\.(js|mjs|ts)$/;
const NAME = /^[\w-]{1,64}$/;
const LARGEST = 1024 * 1024;
/** What may be meant as a plugin: code, or a name that begins like one. */
const CODE = /^(?!\.).*\.[cm]?[jt]sx?$|^plugin_history_/;

/** Of Node 22.13 and later. */
const stripTypes = Reflect.get(nodeModule, 'stripTypeScriptTypes') as
  ((source: string) => string) | undefined;

export interface PluginFileName {
  /** NAME of `plugin_history_NAME.mjs`; of a misnamed file the nearest that it could be. */
  readonly name: string;
  readonly extension: Extension;
  readonly problem: PluginProblem | null;
}

/** What a file's name says; null of one that nobody can have meant as a plugin. */
export function pluginFileName(file: string): PluginFileName | null {
  const [, name, ending] = FILE.exec(file) ?? [];
  const extension = extensions.find((each) => each === ending);
  if (name !== undefined && extension) {
    const detail = 'refused: a name has at most 64 letters, digits, "_" or "-"';
    return { name, extension, problem: NAME.test(name) ? null : { code: 'plugin-misnamed', detail } };
  }
  if (!CODE.test(file)) return null;
  const meant = meantName(file);
  const detail = `a plugin's file is called plugin_history_NAME.mjs (or .js, .ts); rename ${file} to plugin_history_${meant}.mjs`;
  return { name: meant, extension: 'mjs', problem: { code: 'plugin-misnamed', detail } };
}

export function fileNamesOf(name: string): string[] {
  return extensions.map((extension) => `plugin_history_${name}.${extension}`);
}

export function byExtension(one: Extension, other: Extension): number {
  return extensions.indexOf(one) - extensions.indexOf(other);
}

/** The text of a plugin as it is now, or why there is none. */
export async function readPlugin(
  path: string,
  extension: Extension,
): Promise<PluginFile | { readonly problem: PluginProblem }> {
  if (extension === 'ts' && !stripTypes) return { problem: unsupported };
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    return unreadable(`it cannot be read: ${String(error)}`);
  }
  if (bytes.length > LARGEST) return unreadable(`it has ${bytes.length} bytes; at most ${LARGEST} are read`);
  const text = bytes.toString();
  const version = createHash('sha256').update(bytes).digest('hex');
  try {
    const source = extension === 'ts' && stripTypes ? stripTypes(text) : text;
    return { version, form: extension === 'js' ? 'either' : 'module', source };
  } catch (error) {
    return { problem: { code: 'plugin-syntax', detail: String(error) } };
  }
}

const unsupported: PluginProblem = {
  code: 'plugin-unsupported',
  detail: 'refused: this version of Node loads no TypeScript',
};

function unreadable(detail: string): { problem: PluginProblem } {
  return { problem: { code: 'plugin-unreadable', detail } };
}

function meantName(file: string): string {
  const bare = file.replace(/\.[^.]*$/, '').replace(/^(?:plugins?[_-]?)?(?:history[_-]?)?/i, '');
  const name = bare.replaceAll(/[^\w-]+/g, '-').slice(0, 64);
  return NAME.test(name) ? name : 'NAME';
}
