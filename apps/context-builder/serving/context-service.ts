import { randomUUID } from 'node:crypto';
import { VerbatimError, type Limits, type ResolvedModel } from '@verbatim/conversation';
import type {
  ConversationKey,
  ConversationReader,
  ModelDirectory,
  ReceiptStore,
} from '@verbatim/conversation-store';
import { format } from '@verbatim/formats';
import type { EventLog } from '@verbatim/event-log';
import type { TokenCounter } from '@verbatim/tokens';
import type { AcknowledgedWait } from '../freshness/acknowledged-wait';
import { nothingYet, type Missing } from '../freshness/missing';
import type { WaitingPlaces } from '../freshness/waiting-places';
import type { SessionService } from '../sessions/session-service';
import type { HistoryChain } from '../plugins/history-chain';
import { NOT_AFTER, parseContextRequest, type ContextRequest } from './context-request';
import { ContextSources } from './context-sources';
import { makeContext } from './make-context';
import { prefixBefore } from './prefix-before';
import type { ProjectorStanding } from './projector-standing';
import { waitFor } from './read-your-writes';
import { receiptSchema } from './receipt';
import { ServedContext } from './served-context';
import { columnsOf, receiptOf, segmentsOf } from './write-receipt';

/** How often a context is rendered again because the view changed meanwhile, before it is served as of its position. */
const FRESH_ATTEMPTS = 3;

export interface ContextServiceOptions {
  readonly reader: ConversationReader;
  readonly log: Pick<EventLog, 'partitions'>;
  readonly standing: ProjectorStanding;
  /** Of requests that wait for what `after` names. */
  readonly places: WaitingPlaces;
  /** Waits for what was acknowledged where a request names nothing. */
  readonly acknowledged: Pick<AcknowledgedWait, 'wait' | 'missing'>;
  /** The projectors' consumer group: a context that waits for an event waits for them. */
  readonly group: string;
  readonly receipts: ReceiptStore;
  readonly models: ModelDirectory;
  readonly counter: TokenCounter;
  readonly plugins: HistoryChain;
  readonly sessions: Pick<SessionService, 'enter'>;
  /** Of what a pending message may measure. */
  readonly limits: Limits;
  /** The operator's ceiling over all policies, in messages (SPEC 6). */
  readonly ceiling: number;
}

/** Serves contexts, each with a receipt that is committed before the answer leaves. */
export class ContextService {
  private readonly sources: ContextSources;

  constructor(private readonly options: ContextServiceOptions) {
    this.sources = new ContextSources(options);
  }

  /** @throws VerbatimError with the codes of SPEC 9, Overloaded; see `contextRequestSchema` for the request's shape */
  async serve(key: ConversationKey, requestText: string): Promise<ServedContext> {
    const request = parseContextRequest(requestText);
    const repeated = request.callId === undefined ? null : await this.repeated(key, request, request.callId);
    if (repeated) return repeated;
    const registry = await this.options.models.registry(key.tenant);
    const model = registry.get(request.model);
    const missing = await this.awaited(key, request);
    await this.options.sessions.enter(key);
    const callId = request.callId ?? randomUUID();
    for (let attempt = 1; ; attempt += 1) {
      const served = await this.attempt(key, request, model, callId, missing, attempt < FRESH_ATTEMPTS);
      if (served) return served;
    }
  }

  /** Waits for what the request names, else for what was acknowledged. @returns what may be missing all the same */
  private async awaited(key: ConversationKey, { after, at }: ContextRequest): Promise<Missing | null> {
    const { acknowledged, places, reader } = this.options;
    if (after !== undefined && after !== NOT_AFTER) {
      await places.hold(() => waitFor(this.options, key, after));
      return null;
    }
    if (at !== undefined) return null;
    const missing = await (after === NOT_AFTER ? acknowledged.missing(key) : acknowledged.wait(key));
    if (missing !== null && (await reader.head(key)) === null) throw nothingYet(key, missing);
    return missing;
  }

  /** Builds, renders and commits once; null where the view changed meanwhile or somebody else took the call id. */
  private async attempt(
    key: ConversationKey,
    request: ContextRequest,
    model: ResolvedModel,
    callId: string,
    missing: Missing | null,
    mustBeFresh: boolean,
  ): Promise<ServedContext | null> {
    const raw = await this.sources.source(key, request, model);
    const { head } = raw.source;
    const { limits, chained, rendered } = await makeContext(raw, request, model, this.options);
    const prefix = await prefixBefore(this.options.receipts, key, request, rendered);
    const degraded = missing === null ? rendered.degraded : [missing, ...rendered.degraded];
    const described = { ...rendered, degraded };
    const receipt = receiptOf(raw, request, model, callId, limits, chained, described, prefix);
    const freshAt = mustBeFresh && request.at === undefined ? head.viewVersion : null;
    const outcome = await this.options.receipts.insert(
      { ...key, ...columnsOf(receipt), requestSha256: request.sha256 },
      segmentsOf(rendered, raw, chained),
      freshAt,
    );
    if (outcome === 'exists') return this.repeated(key, request, callId);
    if (outcome === 'stale') return null;
    return new ServedContext(receipt, rendered.bodyText);
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
    const bodyText = format(receipt.target).renderBody(texts).text;
    return new ServedContext(receipt, bodyText);
  }
}
