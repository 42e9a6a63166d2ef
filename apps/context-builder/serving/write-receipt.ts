import { createHash } from 'node:crypto';
import type { ContextLimits, ResolvedModel } from '@verbatim/conversation';
import type { Segment } from '@verbatim/conversation-store';
import { canonical } from '@verbatim/formats';
import { TOKENISER_VERSION } from '@verbatim/tokens';
import type { ContextRequest } from './context-request';
import { ENGINE, type RenderedContext } from './engine';
import type { RawSource } from './raw-source';
import { segmentSchema, type Receipt } from './receipt';

/** The receipt of a context that was rendered. */
export function receiptOf(
  { source: { head, pending }, texts }: RawSource,
  request: ContextRequest,
  model: ResolvedModel,
  callId: string,
  limits: ContextLimits,
  rendered: RenderedContext,
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
    toolsSha256: request.toolsText === null ? null : hex(request.toolsText),
    pendingFormat: request.format,
    pending: pending.map(({ id }) => ({ id, sha256: hex(texts.get(id) ?? '') })),
    segments: segmentSchema.array().parse(rendered.segments),
    tokens: rendered.tokens,
    sha256: hex(rendered.bodyText),
    canonicalSha256: hex(canonical(rendered.bodyText)),
    degraded: [...rendered.degraded],
    losses: [...rendered.losses],
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
  const all = [
    ...rendered.segments.map(({ text }) => text),
    ...source.pending.map(({ id }) => texts.get(id) ?? ''),
  ];
  return [...new Set(all)].map((text) => ({
    sha256: Buffer.from(hex(text), 'hex'),
    bytes: Buffer.from(text),
  }));
}

function hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
