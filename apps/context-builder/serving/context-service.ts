import { createHash, randomUUID } from 'node:crypto';
import {
  effectiveWindow,
  VerbatimError,
  type ContextLimits,
  type Head,
  type ResolvedModel,
} from '@verbatim/conversation';
import type {
  ContextSnapshot,
  ConversationKey,
  ConversationReader,
  ReceiptStore,
  Segment,
} from '@verbatim/conversation-store';
import { canonical, format } from '@verbatim/formats';
import { TOKENISER_VERSION, type TokenCounter } from '@verbatim/tokens';
import { parseContextRequest, type ContextRequest } from './context-request';
import { ENGINE, renderContext, type RenderedContext } from './engine';
import { foldedSource } from './folded-source';
import { liveSource } from './live-source';
import type { ModelDirectory } from './model-directory';
import type { RawPending, RawSource } from './raw-source';
import { tokensOfMessage } from './read-message';
import { waitFor } from './read-your-writes';
import { receiptSchema, type Receipt } from './receipt';
import { ServedContext, type Prefix } from './served-context';

/** The operator's ceiling over all policies, in messages (SPEC 6). */
const SYSTEM_CEILING = 200;
/** How often a context is rendered again because the view changed meanwhile, before it is served as of its position. */
const FRESH_ATTEMPTS = 3;

export interface ContextServiceOptions {
  readonly reader: ConversationReader;
  readonly receipts: ReceiptStore;
  readonly models: ModelDirectory;
  readonly counter: TokenCounter;
}

/** Serves contexts, each with a receipt that is committed before the answer leaves. */
export class ContextService {
  constructor(private readonly options: ContextServiceOptions) {}

  /** @throws VerbatimError with the codes of SPEC 9; see `contextRequestSchema` for the request's shape */
  async serve(key: ConversationKey, requestText: string): Promise<ServedContext> {
    const request = parseContextRequest(requestText);
    const repeated = request.callId === undefined ? null : await this.repeated(key, request, request.callId);
    if (repeated) return repeated;
    const registry = await this.options.models.registry(key.tenant);
    const model = registry.get(request.model);
    format(request.target);
    if (request.after !== undefined) await waitFor(this.options.reader, key, request.after);
    const callId = request.callId ?? randomUUID();
    for (let attempt = 1; ; attempt += 1) {
      const served = await this.attempt(key, request, model, callId, attempt < FRESH_ATTEMPTS);
      if (served) return served;
    }
  }

  /** Builds, renders and commits once; null where the view changed meanwhile or somebody else took the call id. */
  private async attempt(
    key: ConversationKey,
    request: ContextRequest,
    model: ResolvedModel,
    callId: string,
    mustBeFresh: boolean,
  ): Promise<ServedContext | null> {
    const raw = await this.source(key, request, model);
    const { head } = raw.source;
    const limits = await this.limits(head, request, model);
    const count = await this.options.counter.counter(model.entry.encoding);
    const rendered = renderContext(raw, request.target, { limits, count, openCalls: request.openCalls });
    const receipt = receiptOf(raw, request, model, callId, limits, rendered);
    const previous = await this.options.receipts.previous(key, request.model, request.target);
    const freshAt = mustBeFresh && request.at === undefined ? head.viewVersion : null;
    const outcome = await this.options.receipts.insert(
      { ...key, ...columnsOf(receipt), requestSha256: request.sha256 },
      segmentsOf(rendered, raw),
      freshAt,
    );
    if (outcome === 'exists') return this.repeated(key, request, callId);
    if (outcome === 'stale') return null;
    const earlier = previous ? receiptSchema.parse(JSON.parse(previous.document)) : null;
    return new ServedContext(receipt, rendered.bodyText, prefixOf(rendered, earlier, request));
  }

  /** The stored answer of a call id that was served before: the same request gets the same bytes, another 409. */
  private async repeated(
    key: ConversationKey,
    request: ContextRequest,
    callId: string,
  ): Promise<ServedContext | null> {
    const stored = await this.options.receipts.receipt(key.tenant, callId);
    if (!stored) return null;
    if (stored.conversation !== key.conversation || !stored.requestSha256.equals(request.sha256)) {
      throw new VerbatimError('call-id-reused', `call ${callId} was served for another request`, { callId });
    }
    const receipt = receiptSchema.parse(JSON.parse(stored.document));
    const hashes = receipt.segments.map(({ sha256 }) => Buffer.from(sha256, 'hex'));
    const segments = await this.options.receipts.segments(key, hashes);
    const texts = receipt.segments.map(({ sha256 }) => segments.get(sha256)?.toString() ?? '');
    const bodyText = format(receipt.target).renderBody(texts);
    return new ServedContext(receipt, bodyText, {
      sameTokens: receipt.tokens,
      sameBytes: Buffer.byteLength(bodyText),
    });
  }

  private async source(
    key: ConversationKey,
    request: ContextRequest,
    model: ResolvedModel,
  ): Promise<RawSource> {
    const { reader, counter } = this.options;
    const { encoding } = model.entry;
    const pending = await this.pending(key, request, encoding);
    if (request.at !== undefined) {
      const position = await this.positionAt(key, request.at);
      return foldedSource(reader, key, position, pending, { counter, encoding });
    }
    const snapshot = existing(key, await reader.contextSnapshot(key, SYSTEM_CEILING));
    return liveSource(snapshot, pending, counter, encoding);
  }

  /** Messages handed over with the request, without those that the journal has already. */
  private async pending(
    key: ConversationKey,
    request: ContextRequest,
    encoding: ResolvedModel['entry']['encoding'],
  ): Promise<RawPending[]> {
    const pending: RawPending[] = [];
    for (const [index, { id, text }] of request.pendingTexts.entries()) {
      const fate = await this.options.reader.fate(key, id);
      if (fate.kind === 'journaled' && fate.status === 'applied') continue;
      const message = format(request.format).decode(text, `pending[${index}].message`);
      const tokens = await tokensOfMessage(message, this.options.counter, encoding);
      pending.push({ id, text, message, tokens });
    }
    return pending;
  }

  private async positionAt(key: ConversationKey, at: number | string): Promise<number> {
    const stored = existing(key, await this.options.reader.head(key));
    if (typeof at === 'number') {
      if (at <= stored.head.position) return at;
      throw new VerbatimError(
        'request-invalid',
        `at: ${at} is beyond the newest position ${stored.head.position}`,
      );
    }
    const position = await this.options.reader.positionAt(key, new Date(at));
    if (position !== null) return Math.min(position, stored.head.position);
    throw new VerbatimError('request-invalid', `at: ${at} is before the first event of ${key.conversation}`);
  }

  private async limits(head: Head, request: ContextRequest, model: ResolvedModel): Promise<ContextLimits> {
    const { window: policy } = head.policy.document;
    const { entry } = model;
    const budget = request.budget ?? {};
    const window = effectiveWindow({ policy, model: entry, systemCeiling: SYSTEM_CEILING, budget });
    const toolTokens =
      request.toolsText === null ? 0 : await this.options.counter.count(request.toolsText, entry.encoding);
    return {
      messages: window.messages,
      tokens: window.tokens,
      toolTokens,
      cutStep: policy.cutStep,
      overhead: entry.overhead,
      margin: entry.margin,
    };
  }
}

function existing<T>({ conversation }: ConversationKey, found: T | null): T {
  if (found !== null) return found;
  throw new VerbatimError('conversation-not-found', `there is no conversation ${conversation}`, {
    conversation,
  });
}

function receiptOf(
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
    segments: rendered.segments.map(({ text: _, ...segment }) => segment),
    tokens: rendered.tokens,
    sha256: hex(rendered.bodyText),
    canonicalSha256: hex(canonical(rendered.bodyText)),
    degraded: [...rendered.degraded],
    losses: [...rendered.losses],
  };
}

function columnsOf(receipt: Receipt) {
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
function segmentsOf(rendered: RenderedContext, { source, texts }: RawSource): Segment[] {
  const all = [
    ...rendered.segments.map(({ text }) => text),
    ...source.pending.map(({ id }) => texts.get(id) ?? ''),
  ];
  return [...new Set(all)].map((text) => ({
    sha256: Buffer.from(hex(text), 'hex'),
    bytes: Buffer.from(text),
  }));
}

function prefixOf(rendered: RenderedContext, previous: Receipt | null, { target }: ContextRequest): Prefix {
  if (!previous) return { sameTokens: 0, sameBytes: 0 };
  const different = rendered.segments.findIndex(({ sha256 }, at) => sha256 !== previous.segments[at]?.sha256);
  const same = different === -1 ? rendered.segments : rendered.segments.slice(0, different);
  if (same.length === 0) return { sameTokens: 0, sameBytes: 0 };
  const texts = same.map(({ text }) => text);
  const out = format(target);
  return {
    sameTokens: same.reduce((sum, { tokens }) => sum + tokens, 0),
    sameBytes: sharedBytes(out.renderBody(texts), out.renderBody([...texts, '']), texts),
  };
}

/** Bytes with which every body begins that begins with these messages, whatever follows them. */
function sharedBytes(ended: string, continued: string, texts: readonly string[]): number {
  const last = texts.at(-1) ?? '';
  const end = ended.lastIndexOf(last) + last.length;
  return ended.slice(0, end) === continued.slice(0, end) ? Buffer.byteLength(ended.slice(0, end)) : 0;
}

function hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
