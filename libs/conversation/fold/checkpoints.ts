import type { RecordedEvent } from '../events';
import { planCheckpoint } from '../decide';
import { cover, uncover, type ConversationCheckpoint } from '../state';
import type { Draft } from './draft';
import { whyRefused } from './fencing';
import { applied, refused, type Outcome } from './outcome';

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
  const refusal = whyRefused(draft, event.data, event.position);
  const checkpoint = checkpointOf(event, refusal);
  if (refusal !== null) {
    draft.putCheckpoint(checkpoint);
    draft.update({ attempts: draft.head.attempts + 1 });
    return refused(`CheckpointCreated ${event.id} was refused: ${refusal}`);
  }
  activate(draft, checkpoint);
  return applied;
}

function checkpointOf(event: Created, refusal: string | null): ConversationCheckpoint {
  const { data } = event;
  return {
    id: event.id,
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
  };
}

function activate(draft: Draft, checkpoint: ConversationCheckpoint): void {
  for (const id of checkpoint.supersedes) setStatus(draft, id, 'superseded');
  draft.putCheckpoint(checkpoint);
  const { head } = draft;
  const { from, to } = checkpoint.range.messages;
  draft.update({
    coverage: cover(head.coverage, from, to),
    checkpoints: head.checkpoints + 1,
    activeCheckpoints: head.activeCheckpoints + 1 - checkpoint.supersedes.length,
    viewVersion: head.viewVersion + 1,
  });
}

/** Where the policy needs no LLM the cut takes effect at once; the summarizer puts it on record later. */
export function cutIfDue(draft: Draft, position: number): void {
  if (draft.head.policy.document.history?.summary !== 'none') return;
  for (let plan = planCheckpoint(draft); plan !== null; plan = planCheckpoint(draft)) {
    activate(draft, {
      id: plan.id,
      range: plan.range,
      status: 'active',
      summary: null,
      strategy: 'none',
      mode: draft.head.policy.document.history?.mode ?? 'layered',
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
  let coverage = uncover(draft.head.coverage, messages.from, messages.to);
  for (const id of revoked.supersedes) {
    const restored = setStatus(draft, id, 'active');
    coverage = cover(coverage, restored.range.messages.from, restored.range.messages.to);
  }
  const { head } = draft;
  draft.update({
    coverage,
    attempts: head.attempts + 1,
    activeCheckpoints: head.activeCheckpoints - 1 + revoked.supersedes.length,
    viewVersion: head.viewVersion + 1,
  });
  return applied;
}

function setStatus(draft: Draft, id: string, status: 'active' | 'superseded'): ConversationCheckpoint {
  const checkpoint = draft.checkpoint(id);
  if (!checkpoint) throw new Error(`checkpoint ${id} is superseded by another but does not exist`);
  const changed = { ...checkpoint, status };
  draft.putCheckpoint(changed);
  return changed;
}
