import { z } from 'zod';
import type { PluginFile } from './plugin-file';
import type { PluginProblem } from './plugin-problem';
import { PluginRunner } from './plugin-runner';
import { syntaxPlace } from './syntax-place';

/** What a plugin says of itself once it is loaded. */
export interface PluginDescription {
  readonly name: string;
  readonly hooks: readonly ('process' | 'onModelSwitch')[];
  /** Whether its default export is a function of its options. */
  readonly takesOptions: boolean;
}

export type Inspection = PluginDescription | { readonly problem: PluginProblem };

const described = z.union([
  z.object({
    name: z.string(),
    hooks: z.array(z.enum(['process', 'onModelSwitch'])),
    takesOptions: z.boolean(),
  }),
  z.object({
    code: z.enum(['plugin-syntax', 'plugin-throws', 'plugin-shape', 'plugin-name', 'plugin-options']),
    detail: z.string(),
    line: z.number().nullable(),
  }),
]);

export interface InspectOptions {
  /** NAME of the file's name. */
  readonly name: string;
  /** The file's name, for messages. */
  readonly file: string;
  readonly options?: Readonly<Record<string, unknown>>;
  /** How long loading may take. */
  readonly milliseconds: number;
}

/**
 * Loads a plugin once, in a process of its own that is ended afterwards, and says what it is or what is wrong with it.
 * Neither of its hooks is called. Never rejects.
 */
export async function inspectPlugin(
  source: PluginFile,
  { name, file, options = {}, milliseconds }: InspectOptions,
): Promise<Inspection> {
  const runner = new PluginRunner(milliseconds);
  try {
    const session = { history: [] };
    const models = { old: null, new: null };
    const job = { name, file: source, options, call: 'describe' as const, session, model: {}, models };
    const outcome = await runner.run('', job);
    if ('problem' in outcome)
      return { problem: { code: outcome.code ?? 'plugin-throws', detail: outcome.problem } };
    const found = described.safeParse(JSON.parse(outcome.json ?? 'null'));
    if (!found.success) return { problem: { code: 'plugin-shape', detail: 'it cannot be described' } };
    if (!('code' in found.data)) return found.data;
    const { code, detail, line } = found.data;
    const place = line ?? (code === 'plugin-syntax' ? await syntaxPlace(source, milliseconds) : null);
    return { problem: { code, detail: place === null ? detail : `${detail} (${file}:${place})` } };
  } finally {
    runner.onApplicationShutdown();
  }
}
