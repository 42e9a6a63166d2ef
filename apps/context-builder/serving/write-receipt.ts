import type { ContextLimits, ResolvedModel } from '@verbatim/conversation';
import type { Segment } from '@verbatim/conversation-store';
import { canonical } from '@verbatim/formats';
import { TOKENISER_VERSION } from '@verbatim/tokens';
import type { ContextRequest } from './context-request';
import { ENGINE, type RenderedContext } from './engine';
import type { RawSource } from './raw-source';
import type { Prefix } from './prefix';
import { noticeSchema, segmentSchema, type Receipt } from './receipt';
import { sha256Of } from './sha256';

/** The receipt of a context that was rendered. */
export function receiptOf(
  { source: { head, pending }, texts }: RawSource,
  request: ContextRequest,
  model: ResolvedModel,
  callId: string,
  limits: ContextLimits,
  rendered: RenderedContext,
  prefix: Prefix,
): Receipt {
  return {
    callId,
    conversation: head.conversation,
    position: head.position,
    viewVersion: head.viewVersion,
    policyVersion: head.policy.version,
    model,
    engine: ENGINE,
    tokeniser: TOKENISER_VERSION,
    encoding: model.entry.encoding,
    plugins: [{ name: 'default', outcome: 'applied' }],
    target: request.target,
    limits,
    openCalls: request.openCalls,
    toolsSha256: request.toolsText === null ? null : sha256Of(request.toolsText),
    pending: pending.map(({ id }) => ({ id, sha256: sha256Of(texts.get(id) ?? '') })),
    segments: segmentSchema.array().parse(rendered.segments),
    tokens: rendered.tokens,
    sha256: sha256Of(rendered.bodyText),
    canonicalSha256: sha256Of(canonical(rendered.bodyText)),
    prefix,
    degraded: noticeSchema.array().parse(rendered.degraded),
    losses: noticeSchema.array().parse(rendered.losses),
    repairs: noticeSchema.array().parse(rendered.repairs),
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
  };
}

/** Bytes to keep: what was rendered, and the raw texts of pending messages, which are in no journal yet. */
export function segmentsOf(rendered: RenderedContext, { source, texts }: RawSource): Segment[] {
  const pending = source.pending.map(({ id }) => texts.get(id) ?? '');
  const byHash = new Map([
    ...rendered.segments.map(({ sha256, text }) => [sha256, text] as const),
    ...pending.map((text) => [sha256Of(text), text] as const),
  ]);
  return [...byHash].map(([sha256, text]) => ({
    sha256: Buffer.from(sha256, 'hex'),
    bytes: Buffer.from(text),
  }));
}
