import type { ContextLimits, PluginEffects, ResolvedModel } from '@verbatim/conversation';
import type { Segment } from '@verbatim/conversation-store';
import { canonical } from '@verbatim/formats';
import { TOKENISER_VERSION } from '@verbatim/tokens';
import type { Chained, PluginOutcome } from '../plugins/history-chain';
import { SHIPPED_VERSION } from '../plugins/plugin-directory';
import type { ContextRequest } from './context-request';
import { ENGINE, type RenderedContext } from './engine';
import { originalOf, reductionOf } from './original';
import type { RawSource } from './raw-source';
import type { Prefix } from './prefix';
import { noticeSchema, segmentSchema, type Receipt, type ReceiptPlugin } from './receipt';
import { sha256Of } from './sha256';

/** The receipt of a context that was rendered. */
export function receiptOf(
  { source, texts, known = 0 }: RawSource,
  request: ContextRequest,
  model: ResolvedModel,
  callId: string,
  limits: ContextLimits,
  chained: Chained,
  rendered: RenderedContext,
  prefix: Prefix,
): Receipt {
  const { head, pending } = source;
  return {
    callId,
    conversation: head.conversation,
    position: head.position,
    ...(known > head.position ? { known } : {}),
    viewVersion: head.viewVersion,
    policyVersion: head.policy.version,
    model,
    engine: ENGINE,
    tokeniser: TOKENISER_VERSION,
    encoding: model.entry.encoding,
    plugins: [windowOutcome(chained), ...chained.outcomes.map(recorded)],
    target: request.target,
    limits,
    openCalls: request.openCalls,
    toolsSha256: request.toolsText === null ? null : sha256Of(request.toolsText),
    pending: pending.map(({ id }) => ({ id, sha256: sha256Of(texts.get(id) ?? '') })),
    segments: segmentSchema.array().parse(rendered.segments),
    tokens: rendered.tokens,
    original: originalOf(source, limits, rendered.tokens),
    sha256: sha256Of(rendered.bodyText),
    canonicalSha256: sha256Of(canonical(rendered.bodyText)),
    prefix,
    degraded: noticeSchema.array().parse(rendered.degraded),
    losses: noticeSchema.array().parse(rendered.losses),
    repairs: noticeSchema.array().parse(rendered.repairs),
  };
}

/** The window is computed again by whoever proves the context: it has no effects on record. */
function windowOutcome({ view }: Chained): ReceiptPlugin {
  const outcome = view.degraded.some(({ code }) => code === 'window-cut') ? 'applied' : 'unchanged';
  const optionsSha256 = sha256Of(JSON.stringify({}));
  return { name: 'default', outcome, reason: null, version: SHIPPED_VERSION, optionsSha256, effects: [] };
}

function recorded({ effects, ...outcome }: PluginOutcome): ReceiptPlugin {
  return { ...outcome, effects: effects.map(recordedEffects) };
}

function recordedEffects({ dropped, cut, merged }: PluginEffects): ReceiptPlugin['effects'][number] {
  return {
    dropped: [...dropped],
    cut: cut.map(({ id, text }) => ({ id, sha256: sha256Of(text) })),
    merged: merged.map(({ id, with: others, text }) => ({ id, with: [...others], sha256: sha256Of(text) })),
  };
}

/** What the receipt's row has beside its document. */
export function columnsOf(receipt: Receipt) {
  return {
    callId: receipt.callId,
    position: receipt.position,
    model: receipt.model.requested,
    target: receipt.target,
    tokens: receipt.tokens,
    bodySha256: Buffer.from(receipt.sha256, 'hex'),
    document: JSON.stringify(receipt),
    ...reductionOf(receipt),
  };
}

/** Bytes to keep: what was rendered, and what is in no journal: raw texts of pending messages, texts that plugins made. */
export function segmentsOf(
  rendered: RenderedContext,
  { source, texts }: RawSource,
  { outcomes }: Chained,
): Segment[] {
  const pending = source.pending.map(({ id }) => texts.get(id) ?? '');
  const effects = outcomes.flatMap((outcome) => outcome.effects);
  const made = effects.flatMap(({ cut, merged }) => [...cut, ...merged].map(({ text }) => text));
  const byHash = new Map([
    ...rendered.segments.map(({ sha256, text }) => [sha256, text] as const),
    ...[...pending, ...made].map((text) => [sha256Of(text), text] as const),
  ]);
  return [...byHash].map(([sha256, text]) => ({
    sha256: Buffer.from(sha256, 'hex'),
    bytes: Buffer.from(text),
  }));
}
