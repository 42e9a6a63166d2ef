import {
  applyEffects,
  historyOf,
  isWithoutEffect,
  judge,
  shippedPlugin,
  type ApplyOptions,
  type ContextLimits,
  type CountTokens,
  type Head,
  type History,
  type HistoryPlugin,
  type ModelEntry,
  type ModelSwitch,
  type PluginEffects,
  type PluginSession,
  type Policy,
  type ResolvedModel,
  type WindowView,
} from '@verbatim/conversation';
import { received, type PluginJob, type PluginRunner } from '@verbatim/history-plugins';
import { sha256Of } from '../serving/sha256';
import { SHIPPED_VERSION, type PluginDirectory } from './plugin-directory';

/** What became of one plugin in one context. */
export interface PluginOutcome {
  readonly name: string;
  readonly outcome: 'applied' | 'unchanged' | 'failed';
  readonly reason: string | null;
  /** Of its file, SHA-256; of a shipped one the engine. Null where it has none. */
  readonly version: string | null;
  /** SHA-256 of its options' JSON. */
  readonly optionsSha256: string;
  /** In the order in which they were applied: of `onModelSwitch`, then of `process`. */
  readonly effects: readonly PluginEffects[];
}

/** What the context is made for. */
export interface ChainRequest {
  readonly model: ResolvedModel;
  readonly limits: ContextLimits;
  readonly count: CountTokens;
}

export interface Chained {
  readonly view: WindowView;
  /** Of every plugin but the first, which is the window. */
  readonly outcomes: readonly PluginOutcome[];
}

type Link = Policy['plugins'][number];
type Call = Exclude<PluginJob['call'], 'describe'>;

/** The same for every plugin of a chain. */
interface Situation extends ApplyOptions {
  readonly session: Omit<PluginSession, 'history'>;
  readonly model: ModelEntry;
  readonly modelSwitch: ModelSwitch | null;
}

/** What a plugin returned for a history: undefined where it has no such function. */
type Ask = (
  call: Call,
  history: History,
) => Promise<{ readonly list?: unknown } | { readonly problem: string }>;

/** Runs the chain of a conversation's policy over its view. A plugin that fails is left out, with the reason; it never stops the others. */
export class HistoryChain {
  constructor(
    private readonly directory: PluginDirectory,
    private readonly runner: PluginRunner,
  ) {}

  async run(view: WindowView, head: Head, request: ChainRequest): Promise<Chained> {
    const [, ...links] = head.policy.document.plugins;
    const situation = situationOf(head, request);
    let current = view;
    const outcomes: PluginOutcome[] = [];
    for (const link of links) {
      const { name } = link;
      const { version, ask } = await this.found(link, situation);
      const about = { name, version, optionsSha256: sha256Of(JSON.stringify(link.options)) };
      const result = await applied(current, name, ask, situation);
      if ('problem' in result) {
        const { problem: reason } = result;
        const notice = { code: 'plugin-failed', detail: `the plugin ${name} was left out: ${reason}` };
        current = { ...current, degraded: [...current.degraded, notice] };
        outcomes.push({ ...about, outcome: 'failed', reason, effects: [] });
        continue;
      }
      const { effects } = result;
      current = result.view;
      outcomes.push({
        ...about,
        outcome: effects.length > 0 ? 'applied' : 'unchanged',
        reason: null,
        effects,
      });
    }
    return { view: current, outcomes };
  }

  private async found(link: Link, situation: Situation): Promise<{ version: string | null; ask: Ask }> {
    const { name, options } = link;
    try {
      const { count, overhead } = situation;
      const shipped = shippedPlugin(name, options, { count, perMessage: overhead.perMessage });
      if (shipped) return { version: SHIPPED_VERSION, ask: inProcess(shipped, situation) };
      const file = await this.directory.load(name);
      if ('problem' in file) return { version: null, ask: () => Promise.resolve(file) };
      return { version: file.version, ask: this.elsewhere(link, file, situation) };
    } catch (error) {
      return { version: null, ask: () => Promise.resolve({ problem: String(error) }) };
    }
  }

  private elsewhere({ name, options }: Link, file: PluginJob['file'], situation: Situation): Ask {
    const { session, model, modelSwitch } = situation;
    const models = { old: modelSwitch?.from ?? null, new: modelSwitch?.to ?? null };
    return async (call, history) => {
      const job = { name, file, options, call, session: { ...session, history }, model, models };
      const outcome = await this.runner.run(session.tenant, job);
      if ('problem' in outcome) return outcome;
      return outcome.json === null ? {} : { list: received(outcome.json, history) };
    };
  }
}

/** What a plugin is told beside the history. */
export function sessionOf(head: Head, { model, limits }: ChainRequest): Situation['session'] {
  const { tenant, conversation, position } = head;
  return {
    tenant,
    conversation,
    position,
    model: model.requested,
    window: { messages: limits.messages, tokens: limits.tokens },
    lastActive: new Date().toISOString(),
  };
}

function situationOf(head: Head, request: ChainRequest): Situation {
  const { model, limits, count } = request;
  const session = sessionOf(head, request);
  return { session, model: model.entry, modelSwitch: head.modelSwitch, count, overhead: limits.overhead };
}

function inProcess(plugin: HistoryPlugin, { session, model }: Situation): Ask {
  return async (call, history) =>
    call === 'process' ? { list: await plugin.process(history, { ...session, history }, model) } : {};
}

/** The view after a plugin, or why it stays as it is. */
async function applied(
  view: WindowView,
  name: string,
  ask: Ask,
  situation: Situation,
): Promise<{ view: WindowView; effects: PluginEffects[] } | { problem: string }> {
  const calls: readonly Call[] = situation.modelSwitch ? ['onModelSwitch', 'process'] : ['process'];
  let current = view;
  const all: PluginEffects[] = [];
  for (const call of calls) {
    const history = historyOf(current.units);
    const answer = await ask(call, history);
    if ('problem' in answer) return answer;
    if (answer.list === undefined) continue;
    const judged = judge(history, answer.list);
    if (judged.problem !== undefined) return { problem: judged.problem };
    if (isWithoutEffect(judged.effects)) continue;
    current = applyEffects(current, name, judged.effects, situation);
    all.push(judged.effects);
  }
  return { view: current, effects: all };
}
