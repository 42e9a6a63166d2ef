import {
  ModelRegistry,
  shippedModels,
  windowView,
  type FormatName,
  type ResolvedModel,
} from '@verbatim/conversation';
import { roomy } from '@verbatim/conversation/testing';
import { PluginRunner } from '@verbatim/history-plugins';
import type { TokenCounter } from '@verbatim/tokens';
import { HistoryChain } from '../../../apps/context-builder/plugins/history-chain';
import { PluginDirectory } from '../../../apps/context-builder/plugins/plugin-directory';
import { limitsOf } from '../../../apps/context-builder/serving/context-limits';
import { parseContextRequest } from '../../../apps/context-builder/serving/context-request';
import { renderContext, type RenderedContext } from '../../../apps/context-builder/serving/engine';
import { readPending } from '../../../apps/context-builder/serving/read-message';
import { RememberingCounter } from './counting';
import { FoldedConversation } from './folded-conversation';

/** A model that each target is likely to be asked for. */
export const modelFor: Readonly<Record<FormatName, string>> = {
  'openai-chat': 'gpt-4o',
  'openai-responses': 'gpt-5',
  anthropic: 'claude-sonnet-4-5',
  'ai-sdk': 'gemini-2.5-pro',
  'ai-sdk-ui': 'claude-sonnet-4-5',
  'agent-zero': 'gpt-4o',
};

/** What a runtime asks for; what is left out is as it is over HTTP, but open calls are shown with a placeholder. */
export interface Asked {
  /** One of the shipped registry by its id, or any other. */
  readonly model?: string | ResolvedModel;
  readonly budget?: { readonly tokens?: number; readonly messages?: number };
  readonly openCalls?: 'refuse' | 'placeholder';
  /** `data` of messages that are not journaled yet, by id. */
  readonly pending?: readonly (readonly [id: string, dataText: string])[];
}

export interface Rendered extends RenderedContext {
  /** The input tokens that it may have. */
  readonly budget: number;
}

/** Renders contexts as the context-builder does, from conversations in memory. */
export class ContextRig {
  private readonly registry = ModelRegistry.of(shippedModels);
  /** Of shipped plugins alone. */
  private readonly chain = new HistoryChain(new PluginDirectory(''), new PluginRunner(1));

  constructor(readonly counter: TokenCounter = new RememberingCounter()) {}

  conversation(id: string, summaryText?: (number: number) => string): FoldedConversation {
    return new FoldedConversation(id, this.counter, summaryText);
  }

  /** @throws VerbatimError as the endpoint would answer it */
  async render(conversation: FoldedConversation, target: FormatName, asked: Asked = {}): Promise<Rendered> {
    const { model: wanted = modelFor[target] } = asked;
    const model = typeof wanted === 'string' ? this.registry.get(wanted) : wanted;
    const { encoding, provider, id } = model.entry;
    const tokens = { counter: this.counter, encoding, provider, model: id, target };
    const pending = await Promise.all(
      (asked.pending ?? []).map(([event, dataText]) => readPending(event, dataText, tokens)),
    );
    const limits = await this.limits(conversation, model, asked);
    const options = {
      target,
      model: model.entry.id,
      limits,
      count: await this.counter.counter(encoding),
      openCalls: asked.openCalls ?? ('placeholder' as const),
    };
    const raw = await conversation.source(tokens, pending);
    const { head } = conversation.ws;
    const { view } = await this.chain.run(windowView(raw.source, options), head, { ...options, model });
    const rendered = renderContext(raw, options, view);
    return { ...rendered, budget: limits.tokens };
  }

  /** All of a conversation as a body of the target, whatever its size. */
  async renderWhole(conversation: FoldedConversation, target: FormatName): Promise<RenderedContext> {
    const { encoding, provider, id } = this.registry.get(modelFor[target]).entry;
    const source = await conversation.source({
      counter: this.counter,
      encoding,
      provider,
      model: id,
      target,
    });
    const count = await this.counter.counter(encoding);
    return renderContext(source, { target, model: id, limits: roomy, count, openCalls: 'placeholder' });
  }

  private limits({ ws }: FoldedConversation, model: ResolvedModel, { budget }: Asked) {
    const request = parseContextRequest(JSON.stringify({ model: model.requested, budget }));
    return limitsOf(ws.head, request, model, { counter: this.counter, ceiling: 200 });
  }
}
