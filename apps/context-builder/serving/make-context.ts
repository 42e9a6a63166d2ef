import {
  windowView,
  type ContextLimits,
  type CountTokens,
  type ResolvedModel,
  type WindowView,
} from '@verbatim/conversation';
import type { TokenCounter } from '@verbatim/tokens';
import type { Chained, HistoryChain } from '../plugins/history-chain';
import { limitsOf } from './context-limits';
import type { ContextRequest } from './context-request';
import { renderContext, type RenderedContext, type RenderOptions } from './engine';
import type { RawSource } from './raw-source';

/** What a context is made with, whoever asks for it. */
export interface ContextMaking {
  readonly counter: TokenCounter;
  readonly plugins: HistoryChain;
  /** The operator's ceiling over all policies, in messages. */
  readonly ceiling: number;
}

export type Asked = Pick<ContextRequest, 'target' | 'openCalls' | 'budget' | 'toolsText'>;

/** A conversation as the window and the plugins of its policy leave it, before it is fitted to the budget. */
export interface ChainedView {
  readonly limits: ContextLimits;
  readonly count: CountTokens;
  readonly options: RenderOptions;
  readonly chained: Chained;
}

export interface MadeContext extends ChainedView {
  readonly rendered: RenderedContext;
}

/** @throws VerbatimError `open-calls`, `budget-impossible` */
export async function chainedView(
  raw: RawSource,
  { target, openCalls, ...request }: Asked,
  model: ResolvedModel,
  { counter, plugins, ceiling }: ContextMaking,
): Promise<ChainedView> {
  const { head } = raw.source;
  const limits = await limitsOf(head, request, model, { counter, ceiling });
  const count = await counter.counter(model.entry.encoding);
  const options = { target, model: model.entry.id, limits, count, openCalls };
  const view: WindowView = windowView(raw.source, options);
  return { limits, count, options, chained: await plugins.run(view, head, { model, limits, count }) };
}

/** A context from its source to its bytes. It leaves no receipt. @throws VerbatimError see `renderContext` */
export async function makeContext(
  raw: RawSource,
  request: Asked,
  model: ResolvedModel,
  making: ContextMaking,
): Promise<MadeContext> {
  const view = await chainedView(raw, request, model, making);
  return { ...view, rendered: renderContext(raw, view.options, view.chained.view) };
}
