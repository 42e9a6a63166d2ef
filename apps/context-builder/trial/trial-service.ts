import {
  reductionHints,
  VerbatimError,
  type ModelRegistry,
  type ResolvedModel,
} from '@verbatim/conversation';
import type {
  ConversationKey,
  ConversationReader,
  ModelDirectory,
  ReceiptStore,
} from '@verbatim/conversation-store';
import { HistorySummaries, owedWorks, TiersWork } from '@verbatim/owed-work';
import type { Configuration } from '@verbatim/platform';
import type { PolicyService, WrittenPolicy } from '../configuration/policy-service';
import { Overloaded } from '../http/overloaded';
import { conversationNotFound } from '../reading/history-service';
import { foldThrough, sourceOfFold, type Fold } from '../serving/folded-source';
import { makeContext, type ContextMaking } from '../serving/make-context';
import { prefixBefore } from '../serving/prefix-before';
import { shownFigures } from './shown-figures';
import { TrialConversation } from './trial-conversation';
import type { Trial, TrialRequest, TrialSide, TrialSummary } from './trial-schema';
import { trialModel } from './trial-model';
import { TrialWriter } from './trial-writer';
import { trialWarnings } from './warnings';
import { workOff } from './work-off';

/** A trial folds the whole conversation in memory: longer ones are refused. */
const MOST_EVENTS = 50_000;
/** What is due after this is left undone, and the answer says so. */
const DEADLINE_MS = 20_000;
/** Trials at the same time in one process. */
const MOST_AT_ONCE = 2;

const USD_DECIMALS = 9;

export interface TrialServiceOptions extends ContextMaking {
  readonly reader: ConversationReader;
  readonly receipts: Pick<ReceiptStore, 'previous' | 'segments'>;
  readonly models: Pick<ModelDirectory, 'registry'>;
  readonly policies: Pick<PolicyService, 'resolve'>;
  readonly configuration: Pick<Configuration, 'openai' | 'summarizer'>;
}

interface TrialOf {
  readonly key: ConversationKey;
  readonly request: TrialRequest;
  readonly model: ResolvedModel;
}

/**
 * Says what a policy would show of a conversation, were it assigned now. The conversation is folded from its journal,
 * goes on in memory with the assignment and the work that it makes due, and is forgotten: nothing is published, no
 * receipt is left, no model is asked.
 */
export class TrialService {
  private running = 0;

  constructor(private readonly options: TrialServiceOptions) {}

  /**
   * @throws VerbatimError `conversation-not-found`, `conversation-too-long`, `model-unknown`, `request-invalid` where no model
   * is known, and as `PolicyService.resolve`; Overloaded
   */
  async attempt(key: ConversationKey, request: TrialRequest): Promise<Trial> {
    if (this.running >= MOST_AT_ONCE)
      throw new Overloaded('trials', `${MOST_AT_ONCE} policies are being tried; ask again`);
    this.running += 1;
    try {
      return await this.tried(key, request);
    } finally {
      this.running -= 1;
    }
  }

  private async tried(key: ConversationKey, request: TrialRequest): Promise<Trial> {
    const { reader, counter, policies, configuration, ceiling } = this.options;
    const signal = AbortSignal.timeout(DEADLINE_MS);
    const stored = await reader.head(key);
    if (!stored) throw conversationNotFound(key);
    const { position } = stored.head;
    if (position > MOST_EVENTS) throw tooLong(key, position);
    const policy = await policies.resolve(key.tenant, written(request));
    const registry = await this.options.models.registry(key.tenant);
    const model = await trialModel(reader, key, request.model, registry);
    const of = { key, request, model };
    const fold = await foldThrough(reader, key, position, counter);
    const now = await this.side(of, fold);
    const conversation = new TrialConversation(key, fold, reader, position);
    const { name, version } = policy;
    const data = { name, origin: 'assigned', version, policy: policy.policy };
    conversation.suppose({ type: 'PolicyAssigned', id: `trial/${position + 1}`, data });
    const writer = new TrialWriter({ counter, registry, configuration });
    const tiers = new TiersWork(conversation, new HistorySummaries(conversation, writer), counter);
    const works = owedWorks(conversation, writer, counter, tiers);
    const { events, complete } = await workOff(key, fold.ws, conversation, works, signal);
    const { head } = fold.ws;
    const { summaries, faults } = writer;
    return {
      conversation: key.conversation,
      position,
      messages: head.messages,
      model: model.requested,
      target: request.target,
      now,
      tried: await this.side(of, fold),
      work: { events, summaries, llm: llmOf(summaries, registry), complete },
      warnings: trialWarnings({ head, model, ceiling, faults, complete, parked: stored.parked !== null }),
      hints: reductionHints(head).map(({ code, detail }) => ({ code, detail })),
    };
  }

  /** What a context shows of the conversation as the fold has it. */
  private async side({ key, request, model }: TrialOf, fold: Fold): Promise<TrialSide> {
    const { counter, receipts } = this.options;
    const { target, budget } = request;
    const { encoding, provider, id } = model.entry;
    const { name, version } = fold.ws.head.policy;
    const policy = { name, version };
    try {
      const raw = await sourceOfFold(fold, [], { counter, encoding, provider, model: id, target });
      const asked = { target, budget, openCalls: 'placeholder', toolsText: null } as const;
      const made = await makeContext(raw, asked, model, this.options);
      const prefix = await prefixBefore(receipts, key, { model: model.requested, target }, made.rendered);
      return { policy, shown: shownFigures(raw, made, model, prefix), problem: null };
    } catch (error) {
      if (!(error instanceof VerbatimError)) throw error;
      return { policy, shown: null, problem: { code: error.code, detail: error.message } };
    }
  }
}

function written(request: TrialRequest): WrittenPolicy {
  return request.name === undefined ? { document: request.document } : { name: request.name };
}

function tooLong({ conversation }: ConversationKey, events: number): VerbatimError {
  const detail = `${conversation} has ${events} events, and a trial folds ${MOST_EVENTS} at most; try the policy on a shorter conversation`;
  return new VerbatimError('conversation-too-long', detail, { events, most: MOST_EVENTS });
}

function llmOf(summaries: readonly TrialSummary[], registry: ModelRegistry): Trial['work']['llm'] {
  const asked = summaries.filter(({ calls }) => calls > 0);
  const sum = (of: (each: TrialSummary) => number): number => asked.reduce((all, each) => all + of(each), 0);
  const costs = asked.map(({ summarizer, inputTokens, outputTokens }) => {
    const prices = registry.find(summarizer.slice(summarizer.indexOf(':') + 1))?.prices;
    return prices ? (inputTokens * prices.input + outputTokens * prices.output) / 1_000_000 : null;
  });
  const total = costs.reduce<number | null>(
    (all, cost) => (all === null || cost === null ? null : all + cost),
    0,
  );
  return {
    calls: sum(({ calls }) => calls),
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    cost: total === null ? null : Number(total.toFixed(USD_DECIMALS)),
  };
}
