import {
  checkpointHistory,
  planEarlyCheckpoint,
  planSummary,
  tiersHistory,
  type CheckpointPlan,
  type ConversationCheckpoint,
  type Head,
  type WorkingSet,
} from '@verbatim/conversation';
import type { Lease } from '@verbatim/conversation-store';
import type { HistorySummaries } from './history-summaries';
import type { OwedEvent, OwedWork, Result, WorkReader } from './owed-work';

const MOST_CUTS = 100;

type Decision =
  | { readonly kind: 'cuts'; readonly events: readonly OwedEvent[] }
  | { readonly kind: 'summary'; readonly head: Head; readonly plan: CheckpointPlan }
  | { readonly kind: 'tiers' }
  | { readonly kind: 'nothing-due'; readonly position: number };

/**
 * What a history asks for: puts the fold's own cuts on record, has summaries of messages and of summaries written where
 * the policy's history is of checkpoints, and leaves one of tiers to their own work.
 */
export class HistoryWork implements OwedWork {
  constructor(
    private readonly reader: WorkReader,
    private readonly summaries: HistorySummaries,
    private readonly tiers: OwedWork,
  ) {}

  async prepare(lease: Lease, signal: AbortSignal): Promise<Result> {
    const decision = await this.reader.decide(lease, decideHistory);
    if (!decision) return { kind: 'nothing-due', position: 0 };
    switch (decision.kind) {
      case 'cuts':
        return { kind: 'events', events: decision.events };
      case 'nothing-due':
        return decision;
      case 'tiers':
        return this.tiers.prepare(lease, signal);
      case 'summary':
        return this.summarize(lease, decision.head, decision.plan, signal);
    }
  }

  /** The checkpoint that was asked for by name, before its trigger is reached. */
  async prepareDemanded(lease: Lease, signal: AbortSignal): Promise<Result> {
    const decision = await this.reader.decide(lease, (ws) => ({
      head: ws.head,
      plan: planEarlyCheckpoint(ws),
    }));
    if (!decision?.plan) return { kind: 'nothing-due', position: decision?.head.position ?? 0 };
    return this.summarize(lease, decision.head, decision.plan, signal);
  }

  private async summarize(
    lease: Lease,
    head: Head,
    plan: CheckpointPlan,
    signal: AbortSignal,
  ): Promise<Result> {
    const written = await this.summaries.write(lease, head, plan, 'checkpoint', signal);
    if (written.kind === 'not-now') return written;
    const mode = checkpointHistory(head.policy.document)?.mode ?? 'layered';
    const data = { ...written.data, strategy: 'llm', mode } as const;
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
  if (tiersHistory(head.policy.document)) return { kind: 'tiers' };
  const plan = planSummary(ws);
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
