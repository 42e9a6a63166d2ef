import { historyOf, type HistoryElement, type ModelEntry, type PluginSession } from '@verbatim/conversation';
import type { ConversationKey, ModelDirectory } from '@verbatim/conversation-store';
import type { z } from 'zod';
import { sessionOf } from '../plugins/history-chain';
import { parseContextRequest } from '../serving/context-request';
import { ContextSources, type ContextSourcesOptions } from '../serving/context-sources';
import { chainedView, type ContextMaking } from '../serving/make-context';
import type { pluginInputQuery } from './plugin-input-schema';
import { trialModel } from './trial-model';

export interface PluginInput {
  readonly chain: readonly string[];
  readonly history: readonly HistoryElement[];
  readonly session: Omit<PluginSession, 'history'>;
  readonly model: ModelEntry;
  readonly models: { readonly old: ModelEntry | null; readonly new: ModelEntry | null } | null;
}

export interface PluginInputOptions extends ContextMaking, ContextSourcesOptions {
  readonly models: Pick<ModelDirectory, 'registry'>;
}

/**
 * What a plugin would be given, for whoever tries one that is not in the folder. The plugin itself never comes here: the
 * service runs no code that a request brings.
 */
export class PluginInputService {
  private readonly sources: ContextSources;

  constructor(private readonly options: PluginInputOptions) {
    this.sources = new ContextSources(options);
  }

  /** @throws VerbatimError `conversation-not-found`, `model-unknown`, `budget-impossible`, `request-invalid` */
  async input(
    key: ConversationKey,
    { target, model: wanted }: z.output<typeof pluginInputQuery>,
  ): Promise<PluginInput> {
    const registry = await this.options.models.registry(key.tenant);
    const model = await trialModel(this.options.reader, key, wanted, registry);
    const asked = { model: model.requested, target, openCalls: 'placeholder' };
    const request = parseContextRequest(JSON.stringify(asked));
    const raw = await this.sources.source(key, request, model);
    const { head } = raw.source;
    const { limits, count, chained } = await chainedView(raw, request, model, this.options);
    const { modelSwitch, policy } = head;
    return {
      chain: policy.document.plugins.map(({ name }) => name),
      history: historyOf(chained.view.units),
      session: sessionOf(head, { model, limits, count }),
      model: model.entry,
      models: modelSwitch && { old: modelSwitch.from, new: modelSwitch.to },
    };
  }
}
