import { summaryRecordSchema, type CheckpointCreated, type RecordedEvent } from '../events';
import { checkpointHistory } from '../policy';
import { countedTokens, planCheckpoint } from '../decide';
import { cover, uncover, type ConversationCheckpoint } from '../state';
import type { Draft } from './draft';
import { whyRefused } from './fencing';
import { countMergeable, exchanged } from './mergeable';
import { applied, refused, refusedDecision, type Outcome } from './outcome';
import { topicProblem } from './tiers/place';

type Created = Extract<RecordedEvent, { type: 'CheckpointCreated' }>;
type Revoked = Extract<RecordedEvent, { type: 'CheckpointRevoked' }>;

/** A cut that the fold decided is confirmed by its event; any other checkpoint takes effect if nothing forbids it. */
export function createCheckpoint(draft: Draft, event: Created): Outcome {
  const decided = draft.checkpoint(event.id);
  if (decided) {
    draft.putCheckpoint({ ...decided, recordedAt: event.position, createdAt: event.time });
    draft.update({ unrecordedCuts: draft.head.unrecordedCuts.filter((id) => id !== event.id) });
    return applied;
  }
  const { topic = null, range } = event.data;
  const problem = topic === null ? null : topicProblem(draft.head, topic, range.messages);
  const kind = topic === null ? 'checkpoint' : 'attention';
  return takeSummary(draft, event, event.data, { kind, topic }, problem);
}

/** Of SPEC 5's tiers, or of a history of checkpoints. */
export type SummaryOf = Pick<ConversationCheckpoint, 'kind' | 'topic'>;

/** It takes effect unless fencing forbids it or there is a problem of its own kind. */
export function takeSummary(
  draft: Draft,
  event: RecordedEvent,
  data: CheckpointCreated,
  of: SummaryOf,
  problem: string | null,
): Outcome {
  if (draft.checkpoint(event.id)) return refusedDecision(draft, event, 'its id is that of a cut');
  const refusal = whyRefused(draft, data, event.position) ?? problem;
  const checkpoint: ConversationCheckpoint = {
    id: event.id,
    ...of,
    range: data.range,
    status: refusal === null ? 'active' : 'refused',
    summary: data.summary,
    strategy: data.strategy,
    mode: data.mode,
    supersedes: [...new Set(data.supersedes)],
    basis: data.basis,
    policyVersion: data.policyVersion,
    summarizer: data.summarizer,
    tokensBefore: data.tokensBefore,
    tokensAfter: data.tokensAfter,
    decidedAt: event.position,
    recordedAt: event.position,
    createdAt: event.time,
    refusal,
    record: summaryRecordSchema.parse(data),
    usage: data.usage,
  };
  if (refusal === null) {
    activate(draft, checkpoint);
    return applied;
  }
  draft.putCheckpoint(checkpoint);
  return refusedDecision(draft, event, refusal);
}

/** From here on it stands in the view for its range, and for what it supersedes. */
function activate(draft: Draft, checkpoint: ConversationCheckpoint): void {
  const superseded = checkpoint.supersedes.map((id) => setStatus(draft, id, 'superseded'));
  draft.putCheckpoint(checkpoint);
  const { head } = draft;
  const { from, to } = checkpoint.range.messages;
  draft.update({
    coverage: cover(head.coverage, from, to),
    liveTokens: head.liveTokens - countedTokens(draft, from, to),
    mergeable: exchanged(head.mergeable, superseded, [checkpoint]),
    checkpoints: head.checkpoints + 1,
    activeCheckpoints: head.activeCheckpoints + 1 - superseded.length,
    viewVersion: head.viewVersion + 1,
  });
}

/** Where the policy needs no LLM the cut takes effect at once; the summarizer puts it on record later. */
export function cutIfDue(draft: Draft, position: number): void {
  if (checkpointHistory(draft.head.policy.document)?.summary !== 'none') return;
  for (let plan = planCheckpoint(draft); plan !== null; plan = planCheckpoint(draft)) {
    activate(draft, {
      id: plan.id,
      kind: 'checkpoint',
      topic: null,
      range: plan.range,
      status: 'active',
      summary: null,
      strategy: 'none',
      mode: checkpointHistory(draft.head.policy.document)?.mode ?? 'layered',
      supersedes: plan.supersedes.map(({ id }) => id),
      basis: position,
      policyVersion: draft.head.policy.version,
      summarizer: null,
      tokensBefore: plan.tokensBefore,
      tokensAfter: 0,
      decidedAt: position,
      recordedAt: null,
      createdAt: null,
      refusal: null,
      record: {},
      usage: null,
    });
    draft.update({ unrecordedCuts: [...draft.head.unrecordedCuts, plan.id] });
  }
}

/** The range is shown again and counts toward no trigger; what the checkpoint superseded becomes active again. */
export function revokeCheckpoint(draft: Draft, event: Revoked): Outcome {
  const revoked = draft.checkpoint(event.data.checkpoint);
  if (revoked?.status !== 'active') {
    return refused(`checkpoint ${event.data.checkpoint} is ${revoked?.status ?? 'unknown'}, not active`);
  }
  draft.putCheckpoint({ ...revoked, status: 'revoked' });
  const { messages } = revoked.range;
  const restored = revoked.supersedes.map((id) => setStatus(draft, id, 'active'));
  const uncovered = uncover(draft.head.coverage, messages.from, messages.to);
  const coverage = restored.reduce(
    (reached, { range }) => cover(reached, range.messages.from, range.messages.to),
    uncovered,
  );
  const { head } = draft;
  draft.update({
    coverage,
    mergeable: exchanged(head.mergeable, [revoked], restored),
    attempts: head.attempts + 1,
    activeCheckpoints: head.activeCheckpoints - 1 + restored.length,
    viewVersion: head.viewVersion + 1,
  });
  // Who revokes a summary of summaries wants to see these, and not the next merge.
  if (restored.length > 0) countMergeable(draft, Math.max(head.mergeable.from, messages.to));
  return applied;
}

function setStatus(draft: Draft, id: string, status: 'active' | 'superseded'): ConversationCheckpoint {
  const checkpoint = draft.checkpoint(id);
  if (!checkpoint) throw new Error(`checkpoint ${id} is superseded by another but does not exist`);
  const changed = { ...checkpoint, status };
  draft.putCheckpoint(changed);
  return changed;
}
