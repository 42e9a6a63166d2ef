import { fitContext, type Context, type WindowView } from '../context';
import { shippedModels, type ModelEntry } from '../models';
import { applyEffects, historyOf, judge, shippedPlugin, type History, type PluginSession } from '../plugins';
import { contextOptions, viewOf, type ContextRequest } from './context-of';
import { countTokens, type Conversation } from './conversation';

const [model] = shippedModels;

/** An entry of the registry, with a token budget of its own or without. */
export function modelEntry(changes: Partial<ModelEntry> = {}): ModelEntry {
  if (!model) throw new Error('no model is shipped');
  return { ...model, ...changes };
}

export const pluginSession: PluginSession = {
  tenant: 't',
  conversation: 'c',
  position: 1,
  model: 'gpt-4o',
  window: { messages: 200, tokens: 100_000 },
  lastActive: '2026-01-01T00:00:00.000Z',
  history: [],
};

/** What a shipped plugin answers to a history. */
export function shippedAnswer(
  history: History,
  name: string,
  options: object = {},
  entry: ModelEntry = modelEntry(),
): unknown {
  const plugin = shippedPlugin(name, { ...options }, { count: countTokens, perMessage: 0 });
  if (!plugin) throw new Error(`${name} is not shipped`);
  return plugin.process(history, { ...pluginSession, history }, entry);
}

/** A view after a plugin shippedAnswer; throws where the answer is none. */
export function afterPlugin(view: WindowView, answer: (history: History) => unknown): WindowView {
  const history = historyOf(view.units);
  const judged = judge(history, answer(history));
  if (judged.problem !== undefined) throw new Error(judged.problem);
  return applyEffects(view, 'it', judged.effects, {
    count: countTokens,
    overhead: { perMessage: 0, perRequest: 0 },
  });
}

/** The context of a conversation that went through a shipped plugin. */
export function contextThrough(
  conversation: Conversation,
  name: string,
  options: object = {},
  request: ContextRequest & { readonly model?: ModelEntry } = {},
): Context {
  const { model: entry, ...limits } = request;
  const view = afterPlugin(viewOf(conversation, limits), (history) =>
    shippedAnswer(history, name, options, entry),
  );
  return fitContext(view, contextOptions(limits));
}
