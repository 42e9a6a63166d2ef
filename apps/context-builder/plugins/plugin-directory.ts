import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isShipped, shippedPlugins } from '@verbatim/conversation';
import {
  byExtension,
  fileNamesOf,
  inspectPlugin,
  pluginFileName,
  readPlugin,
  type Inspection,
  type PluginDescription,
  type PluginFile,
  type PluginFileName,
  type PluginProblem,
} from '@verbatim/history-plugins';
import { ENGINE } from '../serving/engine';
import { Inspections } from './inspections';

/** A plugin that a chain may name, or a file that cannot be one and why. */
export interface PluginItem {
  readonly name: string;
  readonly source: 'shipped' | 'file';
  /** Its file's name in the plugins folder. */
  readonly file: string | null;
  /** SHA-256 of the file in hex; of shipped ones the engine. Null where it cannot be read. */
  readonly version: string | null;
  /** The functions that it has; null of a shipped one, and where it cannot be loaded. */
  readonly hooks: PluginDescription['hooks'] | null;
  /** Why it cannot be used. */
  readonly problem: string | null;
  readonly code: PluginProblem['code'] | null;
}

export const SHIPPED_VERSION = `engine-${ENGINE}`;

export interface PluginDirectoryOptions {
  /** How long a plugin may take to load. */
  readonly milliseconds?: number;
  /** Told once of each problem of a file as it is. */
  readonly onProblem?: (file: string, problem: PluginProblem) => void;
}

const LOAD_MS = 1000;

interface Found extends PluginFileName {
  readonly file: string;
}

/** The plugins there are: the shipped ones, and the files of a folder, looked up at every use and loaded once for a look. */
export class PluginDirectory {
  /** The file that a name was found in first: one that comes later does not take its place. */
  private readonly chosen = new Map<string, string>();
  private readonly inspections: Inspections;
  private readonly milliseconds: number;

  constructor(
    private readonly folder: string,
    { milliseconds = LOAD_MS, onProblem = () => undefined }: PluginDirectoryOptions = {},
  ) {
    this.milliseconds = Math.max(milliseconds, LOAD_MS);
    this.inspections = new Inspections(onProblem);
  }

  /** Shipped ones first, then files by name; those that cannot be used too. */
  async available(): Promise<PluginItem[]> {
    const none = { problem: null, code: null };
    const shipped = shippedPlugins.map((name): PluginItem => ({
      name,
      source: 'shipped',
      file: null,
      version: SHIPPED_VERSION,
      hooks: null,
      ...none,
    }));
    const found = await this.found();
    this.inspections.keepOnly(found.map(({ file }) => file));
    const files = found.map(async (each): Promise<PluginItem> => {
      const { name, file } = each;
      const { version, inspection } = await this.inspected(each);
      const about = { name, source: 'file', file, version } as const;
      if (!('problem' in inspection)) return { ...about, hooks: inspection.hooks, ...none };
      const { code, detail } = inspection.problem;
      return { ...about, hooks: null, problem: detail, code };
    });
    return [...shipped, ...(await Promise.all(files))];
  }

  /** What a policy's chain may name now, broken ones too; of a folder that cannot be read nothing. */
  async names(): Promise<readonly string[]> {
    const found = await this.found().catch(() => []);
    const usable = found.filter((each) => this.refusal(each) === null);
    return [...new Set([...shippedPlugins, ...usable.map(({ name }) => name)])];
  }

  /** Why a plugin cannot be loaded with these options; null of one that can, of shipped ones and where there is no file. */
  async problemOf(name: string, options: Readonly<Record<string, unknown>>): Promise<PluginProblem | null> {
    const files = (await this.found().catch(() => [])).filter((each) => each.name === name);
    const found = files.find((each) => this.refusal(each) === null);
    if (!found) return null;
    const { inspection } = await this.inspected(found);
    if ('problem' in inspection) return inspection.problem;
    if (!inspection.takesOptions) return null;
    const read = await this.read(found);
    const own = 'problem' in read ? read : await this.loaded(found, read, options);
    return 'problem' in own ? own.problem : null;
  }

  /** The text of a user's plugin as it is now, or why there is none. */
  async load(name: string): Promise<PluginFile | { readonly problem: string }> {
    const found = (await this.found()).filter((each) => each.name === name);
    const usable = found.find((each) => this.refusal(each) === null);
    if (usable) {
      const read = await this.read(usable);
      return 'problem' in read ? { problem: read.problem.detail } : read;
    }
    const [first] = found.flatMap((each) => this.refusal(each) ?? []);
    const missing = `the plugins folder holds none of ${fileNamesOf(name).join(', ')}`;
    return { problem: first?.detail ?? missing };
  }

  private async found(): Promise<Found[]> {
    const files = (await this.files()).flatMap((file): Found[] => {
      const name = pluginFileName(file);
      return name ? [{ ...name, file }] : [];
    });
    const sorted = files.toSorted((one, other) =>
      one.name === other.name ? byExtension(one.extension, other.extension) : one.name < other.name ? -1 : 1,
    );
    for (const [name, file] of this.chosen) {
      if (!sorted.some((each) => each.file === file)) this.chosen.delete(name);
    }
    for (const { name, file, problem } of sorted) {
      if (problem === null && !this.chosen.has(name)) this.chosen.set(name, file);
    }
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

  /** What forbids a file before it is loaded. */
  private refusal({ name, file, problem }: Found): PluginProblem | null {
    if (problem) return problem;
    if (isShipped(name)) return shadowed(`refused: the plugin ${name} comes with the service`);
    const chosen = this.chosen.get(name);
    return chosen === file ? null : shadowed(`refused: the plugin ${name} is ${chosen} already`);
  }

  /** What became of loading a file as it is now: once for each of its versions. */
  private async inspected(found: Found): Promise<{ version: string | null; inspection: Inspection }> {
    const read = await this.read(found);
    const version = 'problem' in read ? null : read.version;
    const problem = this.refusal(found) ?? ('problem' in read ? read.problem : null);
    const state = problem?.detail ?? version ?? '';
    const look = async (): Promise<Inspection> => {
      if (problem) return { problem };
      return 'problem' in read ? read : this.loadedAtAll(found, read);
    };
    return { version, inspection: await this.inspections.of(found.file, state, look) };
  }

  /** A function that throws without options may want some: that is no fault before a policy names it. */
  private async loadedAtAll(found: Found, source: PluginFile): Promise<Inspection> {
    const { name } = found;
    const seen = await this.loaded(found, source, {});
    const wantsOptions = 'problem' in seen && seen.problem.code === 'plugin-options';
    return wantsOptions ? { name, hooks: [], takesOptions: true } : seen;
  }

  private loaded(
    { name, file }: Found,
    source: PluginFile,
    options: Readonly<Record<string, unknown>>,
  ): Promise<Inspection> {
    return inspectPlugin(source, { name, file, options, milliseconds: this.milliseconds });
  }

  private read({ file, extension }: Found): ReturnType<typeof readPlugin> {
    return readPlugin(join(this.folder, file), extension);
  }
}

function shadowed(detail: string): PluginProblem {
  return { code: 'plugin-shadowed', detail };
}
