import { windowView, type WindowView } from '@verbatim/conversation';
import type { ConversationReader } from '@verbatim/conversation-store';
import type { TokenCounter } from '@verbatim/tokens';
import { ENGINE, renderContext, type RenderedContext, type RenderOptions } from '../serving/engine';
import { foldThrough, sourceOfFold, type Fold } from '../serving/folded-source';
import type { RawPending, RawSource } from '../serving/raw-source';
import { readPending, type MessageTokens } from '../serving/read-message';
import type { Receipt } from '../serving/receipt';
import { recordedPluginViews, type PluginView } from './recorded-plugins';
import type { RecordedCall, RecordedCalls } from './recorded-calls';

export interface RefoldOptions {
  readonly reader: ConversationReader;
  readonly calls: RecordedCalls;
  readonly counter: TokenCounter;
}

/** A context that was made again from raw events, step by step. */
export interface RefoldedContext {
  /** What the window showed. */
  readonly view: WindowView;
  /** The view after each plugin of the receipt, in order. */
  readonly views: readonly PluginView[];
  readonly rendered: RenderedContext;
}

/** The conversation as it was at a call. */
export function foldOf({ stored, receipt }: RecordedCall, { reader, counter }: RefoldOptions): Promise<Fold> {
  return foldThrough(reader, stored, receipt.position, counter, receipt.known);
}

/** The context of a call, made again. Throws where it cannot be: a text is gone, or its engine is of a later version. */
export async function refolded(
  call: RecordedCall,
  fold: Fold,
  options: RefoldOptions,
): Promise<RefoldedContext> {
  const { receipt, stored } = call;
  if (receipt.engine > ENGINE) throw new Error(`engine ${receipt.engine} is not part of this version`);
  const { tokens, rendering } = await renderingOf(receipt, options.counter);
  const pending = await pendingOf(call, tokens, options.calls);
  const raw: RawSource = await sourceOfFold(fold, pending, tokens);
  const view = windowView(raw.source, rendering);
  const views = await recordedPluginViews(view, receipt, rendering, (hashes) =>
    options.calls.receipts.segments(stored, hashes),
  );
  return { view, views, rendered: renderContext(raw, rendering, views.at(-1)?.view ?? view) };
}

async function renderingOf(
  receipt: Receipt,
  counter: TokenCounter,
): Promise<{ tokens: MessageTokens; rendering: RenderOptions }> {
  const { encoding, openCalls, target, engine } = receipt;
  const { id: model, provider } = receipt.model.entry;
  const limits = engine < 3 ? { ...receipt.limits, summaryStep: 0 } : receipt.limits;
  const count = await counter.counter(encoding);
  return {
    tokens: { counter, encoding, provider, model, target },
    rendering: { target, model, limits, count, openCalls, engine },
  };
}

async function pendingOf(
  { stored, receipt }: RecordedCall,
  tokens: MessageTokens,
  calls: RecordedCalls,
): Promise<RawPending[]> {
  const kept = await calls.kept(
    stored,
    receipt.pending.map(({ sha256 }) => sha256),
  );
  const pending: RawPending[] = [];
  for (const { id, sha256 } of receipt.pending) {
    const text = kept.get(sha256)?.toString();
    if (text === undefined) throw new Error(`the pending message ${id} is not stored`);
    pending.push(await readPending(id, text, tokens));
  }
  return pending;
}
