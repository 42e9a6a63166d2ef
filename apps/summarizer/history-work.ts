import {
  planCheckpoint,
  type CheckpointPlan,
  type ConversationCheckpoint,
  type Head,
  type WorkingSet,
} from '@verbatim/conversation';
import type { ConversationReader, Lease } from '@verbatim/conversation-store';
import type { TokenCounter } from '@verbatim/tokens';
import type { ModelSummarizers } from './model-summarizers';
import type { OwedEvent, OwedWork, Result } from './owed-work';
import type { SummaryInputs } from './summary-inputs';
import { writeSummary } from './write-summary';

const MOST_CUTS = 100;

type Decision =
  | { readonly kind: 'cuts'; readonly events: readonly OwedEvent[] }
  | { readonly kind: 'summary'; readonly head: Head; readonly plan: CheckpointPlan }
  | { readonly kind: 'nothing-due'; readonly position: number };

/** Checkpoints: puts the fold's own cuts on record, and has summaries written where the policy asks for them. */
export class HistoryWork implements OwedWork {
  constructor(
    private readonly reader: ConversationReader,
    private readonly inputs: SummaryInputs,
    private readonly summarizers: ModelSummarizers,
    private readonly counter: TokenCounter,
  ) {}

  async prepare(lease: Lease, signal: AbortSignal): Promise<Result> {
    const decision = await this.reader.decide(lease, decideHistory);
    if (!decision) return { kind: 'nothing-due', position: 0 };
    switch (decision.kind) {
      case 'cuts':
        return { kind: 'events', events: decision.events };
      case 'nothing-due':
        return decision;
      case 'summary':
        return this.summarize(lease, decision.head, decision.plan, signal);
    }
  }

  private async summarize(
    lease: Lease,
    head: Head,
    plan: CheckpointPlan,
    signal: AbortSignal,
  ): Promise<Result> {
    const { document } = head.policy;
    const summarizer = this.summarizers.of(document.history?.summarizer?.model ?? null);
    const closedFor = this.summarizers.secondsUntilOpen(summarizer.name);
    if (closedFor > 0) return { kind: 'not-now', seconds: closedFor };
    const fate = await this.reader.fate(lease, plan.id);
    if (fate.kind !== 'unknown') throw new Error(`event ${plan.id} is ${fate.kind}, and its work still due`);
    const input = await this.inputs.of(lease, head, plan);
    const { text, usage, ...made } = await writeSummary(summarizer, input, signal);
    const data = {
      range: plan.range,
      summary: text,
      strategy: 'llm',
      mode: document.history?.mode ?? 'layered',
      supersedes: plan.supersedes.map(({ id }) => id),
      basis: head.position,
      policyVersion: head.policy.version,
      ...made,
      tokensBefore: plan.tokensBefore,
      tokensAfter: await this.counter.count(text, document.encoding),
      usage,
      attempt: head.attempts,
    } as const;
    return { kind: 'events', events: [{ type: 'CheckpointCreated', id: plan.id, data }] };
  }
}

/** Cuts go first and alone: their events open the work anew where a summary is due as well. */
function decideHistory(ws: WorkingSet): Decision {
  const { head } = ws;
  if (head.unrecordedCuts.length > 0) {
    const events = head.unrecordedCuts
      .slice(0, MOST_CUTS)
      .map((id) => recordOfCut(head, ws.checkpoint(id), id));
    return { kind: 'cuts', events };
  }
  const plan = head.policy.document.history?.summary === 'llm' ? planCheckpoint(ws) : null;
  return plan ? { kind: 'summary', head, plan } : { kind: 'nothing-due', position: head.position };
}

function recordOfCut(head: Head, cut: ConversationCheckpoint | undefined, id: string): OwedEvent {
  if (!cut) throw new Error(`cut ${id} is not on record and does not exist`);
  const data = {
    range: cut.range,
    summary: cut.summary,
    strategy: cut.strategy,
    mode: cut.mode,
    supersedes: [...cut.supersedes],
    basis: cut.basis,
    policyVersion: cut.policyVersion,
    summarizer: cut.summarizer,
    promptVersion: null,
    tokensBefore: cut.tokensBefore,
    tokensAfter: cut.tokensAfter,
    usage: null,
    attempt: head.attempts,
  };
  return { type: 'CheckpointCreated', id, data };
}
