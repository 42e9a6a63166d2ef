import {
  isWithoutEffect,
  judge,
  type History,
  type HistoryElement,
  type ModelEntry,
  type PluginEffects,
  type PluginSession,
} from '@verbatim/conversation';
import { PluginRunner, received, type PluginDescription, type PluginFile } from '@verbatim/history-plugins';
import { TiktokenCounter } from '@verbatim/tokens';

/** What `GET /v1/conversations/{id}/plugin-input` answers. */
export interface PluginInput {
  readonly chain: readonly string[];
  readonly history: History;
  readonly session: Omit<PluginSession, 'history'>;
  readonly model: ModelEntry;
  readonly models: { readonly old: ModelEntry | null; readonly new: ModelEntry | null } | null;
}

export interface Change {
  readonly change: 'left out' | 'shortened' | 'joined';
  readonly id: string;
  readonly role: string;
  readonly tokens: number;
  readonly text: string;
}

export interface TriedPlugin {
  readonly after: History;
  readonly changes: readonly Change[];
  readonly milliseconds: number;
  /** Why the context would be served without it. */
  readonly problem: string | null;
}

export interface PluginToTry {
  readonly description: PluginDescription;
  readonly source: PluginFile;
  readonly options: Readonly<Record<string, unknown>>;
  /** Of each of its functions. */
  readonly milliseconds: number;
}

/**
 * Does with a plugin what the service would, in a process of this command's own. The messages come to the plugin and not
 * the plugin to the service, so that no route of the service runs code that a request brings.
 */
export async function tryPlugin(plugin: PluginToTry, input: PluginInput): Promise<TriedPlugin> {
  const runner = new PluginRunner(plugin.milliseconds);
  try {
    return await tried(runner, plugin, input);
  } finally {
    runner.onApplicationShutdown();
  }
}

async function tried(runner: PluginRunner, plugin: PluginToTry, input: PluginInput): Promise<TriedPlugin> {
  const { description, source: file, options } = plugin;
  const { name } = description;
  const { session, model } = input;
  const models = input.models ?? { old: null, new: null };
  const about = { name, file, options, model, models };
  // Loading is not what is timed.
  await runner.run('', { ...about, call: 'describe', session: { history: [] } });
  const calls = input.models === null ? (['process'] as const) : (['onModelSwitch', 'process'] as const);
  let history = input.history;
  const changes: Change[] = [];
  let spent = 0;
  const stopped = (problem: string | null): TriedPlugin => ({
    after: problem === null ? history : input.history,
    changes: problem === null ? changes : [],
    milliseconds: Math.round(spent),
    problem,
  });
  for (const call of calls) {
    const started = performance.now();
    const outcome = await runner.run('', { ...about, call, session: { ...session, history } });
    spent += performance.now() - started;
    if ('problem' in outcome) return stopped(outcome.problem);
    if (outcome.json === null) continue;
    const judged = judge(history, received(outcome.json, history));
    if (judged.problem !== undefined) return stopped(judged.problem);
    if (isWithoutEffect(judged.effects)) continue;
    changes.push(...changesOf(history, judged.effects));
    history = await after(history, judged.effects, model);
  }
  return stopped(null);
}

function changesOf(history: History, { dropped, cut, merged }: PluginEffects): Change[] {
  const said: readonly (readonly [Change['change'], readonly string[]])[] = [
    ['left out', dropped],
    ['shortened', cut.map(({ id }) => id)],
    ['joined', merged.flatMap(({ id, with: others }) => [id, ...others])],
  ];
  return history.flatMap((element) => {
    const found = said.find(([, ids]) => ids.includes(element.id));
    if (!found) return [];
    const { id, role, tokens, text } = element;
    return [{ change: found[0], id, role, tokens, text }];
  });
}

/** The history as the next function would get it. */
async function after(
  history: History,
  { dropped, cut, merged }: PluginEffects,
  { encoding, overhead }: ModelEntry,
): Promise<History> {
  const counter = new TiktokenCounter();
  const joined = new Set(merged.flatMap(({ with: others }) => others));
  const texts = new Map([...cut, ...merged].map(({ id, text }) => [id, text]));
  const merges = new Map(merged.map(({ id, with: others }) => [id, others]));
  const left: HistoryElement[] = [];
  for (const element of history) {
    if (dropped.includes(element.id) || joined.has(element.id)) continue;
    const text = texts.get(element.id);
    if (text === undefined) {
      left.push(element);
      continue;
    }
    const tokens = (await counter.count(text, encoding)) + overhead.perMessage;
    const others = [...element.merged, ...(merges.get(element.id) ?? [])];
    left.push({ ...element, text, tokens, merged: others });
  }
  return left;
}
