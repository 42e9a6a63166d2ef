import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { isShipped, shippedPlugins } from '@verbatim/conversation';
import { ENGINE } from '../serving/engine';
import type { PluginJob } from './plugin-process';

/** A plugin that a chain may name, or a file that cannot be one and why. */
export interface PluginItem {
  readonly name: string;
  readonly source: 'shipped' | 'file';
  /** Its file's name in the plugins folder. */
  readonly file: string | null;
  /** SHA-256 of the file in hex; of shipped ones the engine. Null where it cannot be read. */
  readonly version: string | null;
  /** Why it cannot be used. */
  readonly problem: string | null;
}

export const SHIPPED_VERSION = `engine-${ENGINE}`;

/** Extensions in the order in which the first one found is taken. */
const extensions = ['js', 'mjs', 'ts'] as const;
type Extension = (typeof extensions)[number];

const FILE = /^plugin_history_(.+)\.(js|mjs|ts)$/;
const NAME = /^[\w-]{1,64}$/;
const LARGEST = 1024 * 1024;

interface Found {
  readonly name: string;
  readonly file: string;
  readonly extension: Extension;
}

/** The plugins there are: the shipped ones, and the files of a folder, looked up at every use. */
export class PluginDirectory {
  /** The file that a name was found in first: one that comes later does not take its place. */
  private readonly chosen = new Map<string, string>();

  constructor(private readonly folder: string) {}

  /** Shipped ones first, then files by name; those that cannot be used too. */
  async available(): Promise<PluginItem[]> {
    const shipped = shippedPlugins.map((name): PluginItem => ({
      name,
      source: 'shipped',
      file: null,
      version: SHIPPED_VERSION,
      problem: null,
    }));
    const found = await this.found();
    const files = found.map(async (each): Promise<PluginItem> => {
      const { name, file } = each;
      const read = await this.read(each);
      const version = 'problem' in read ? null : read.version;
      const problem = this.refusal(each) ?? ('problem' in read ? read.problem : null);
      return { name, source: 'file', file, version, problem };
    });
    return [...shipped, ...(await Promise.all(files))];
  }

  /** What a policy's chain may name now; of a folder that cannot be read nothing. */
  async names(): Promise<readonly string[]> {
    const usable = (await this.available().catch(() => [])).filter(({ problem }) => problem === null);
    return [...new Set([...shippedPlugins, ...usable.map(({ name }) => name)])];
  }

  /** The text of a user's plugin as it is now, or why there is none. */
  async load(name: string): Promise<PluginJob['file'] | { readonly problem: string }> {
    const found = (await this.found()).filter((each) => each.name === name);
    const usable = found.find((each) => this.refusal(each) === null);
    if (usable) return this.read(usable);
    const names = extensions.map((extension) => `plugin_history_${name}.${extension}`);
    const [first] = found.flatMap((each) => this.refusal(each) ?? []);
    return { problem: first ?? `the plugins folder holds none of ${names.join(', ')}` };
  }

  private async found(): Promise<Found[]> {
    const files = (await this.files()).flatMap((file): Found[] => {
      const [, name, ending] = FILE.exec(file) ?? [];
      const extension = extensions.find((each) => each === ending);
      return name !== undefined && extension ? [{ name, file, extension }] : [];
    });
    const sorted = files.toSorted((one, other) =>
      one.name === other.name
        ? extensions.indexOf(one.extension) - extensions.indexOf(other.extension)
        : one.name < other.name
          ? -1
          : 1,
    );
    for (const [name, file] of this.chosen) {
      if (!sorted.some((each) => each.file === file)) this.chosen.delete(name);
    }
    for (const { name, file } of sorted) if (!this.chosen.has(name)) this.chosen.set(name, file);
    return sorted;
  }

  private async files(): Promise<string[]> {
    try {
      return await readdir(this.folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  private refusal({ name, file, extension }: Found): string | null {
    if (!NAME.test(name)) return 'refused: a name has at most 64 letters, digits, "_" or "-"';
    if (isShipped(name)) return `refused: the plugin ${name} comes with the service`;
    const chosen = this.chosen.get(name);
    if (chosen !== file) return `refused: the plugin ${name} is ${chosen} already`;
    if (extension === 'ts' && !stripTypes) return 'refused: this version of Node loads no TypeScript';
    return null;
  }

  private async read({ file, extension }: Found): Promise<PluginJob['file'] | { readonly problem: string }> {
    try {
      const bytes = await readFile(join(this.folder, file));
      if (bytes.length > LARGEST)
        return { problem: `it has ${bytes.length} bytes; at most ${LARGEST} are read` };
      const text = bytes.toString();
      const version = createHash('sha256').update(bytes).digest('hex');
      const form = extension === 'js' ? 'either' : 'module';
      return { version, form, source: extension === 'ts' && stripTypes ? stripTypes(text) : text };
    } catch (error) {
      return { problem: `it cannot be read: ${String(error)}` };
    }
  }
}

/** Of Node 22.13 and later. */
const stripTypes = Reflect.get(nodeModule, 'stripTypeScriptTypes') as
  ((source: string) => string) | undefined;
