import type { RecordedEvent } from '../events';
import type { Changes, WorkingSet } from '../state';
import { appendMessage, type Counts } from './append-message';
import { countAvoidedSummary } from './avoided-summaries';
import { createCheckpoint, cutIfDue, revokeCheckpoint } from './checkpoints';
import { compactIfDue } from './compaction';
import { describeConversation } from './describe';
import { Draft } from './draft';
import { switchModel } from './models';
import { followObligations } from './obligations';
import { applied, refused, type Outcome } from './outcome';
import { assignPolicy } from './policies';
import { completeMarkedRun, startMarkedRun } from './runs';
import { countSpending } from './spending';
import {
  archiveTopics,
  followTiers,
  mergeBulks,
  retireBulk,
  startTopic,
  summarizeTopic,
  truncateMessages,
} from './tiers';
import { omitIfDue, recordFiltering } from './tool-results';

export interface Evolution {
  readonly outcome: Outcome;
  readonly changes: Changes;
}

/**
 * Folds one event into a conversation: the same state and event always give the same changes. What needs no LLM is
 * decided on the way (DESIGN); a description decides nothing. A refused event changes nothing but the position, the number of attempts and what was spent.
 */
export function evolve(ws: WorkingSet, event: RecordedEvent, counts: Counts): Evolution {
  const draft = new Draft(ws);
  const outcome = apply(draft, event, counts);
  countSpending(draft, event);
  if (outcome.status === 'applied' && event.type !== 'ConversationDescribed') {
    followObligations(draft, event);
    omitIfDue(draft);
    compactIfDue(draft, event);
    countAvoidedSummary(draft, event);
    cutIfDue(draft, event.position);
    followTiers(draft, ws, event);
  }
  draft.update({ position: event.position });
  return { outcome, changes: draft.changes() };
}

/** An event that is kept but not folded (journaled as ignored) only moves the position. */
export function passOver(ws: WorkingSet, position: number): Changes {
  return { head: { ...ws.head, position }, items: [], groups: [], calls: [], checkpoints: [] };
}

function apply(draft: Draft, event: RecordedEvent, counts: Counts): Outcome {
  switch (event.type) {
    case 'MessageAppended':
      appendMessage(draft, event, counts);
      return applied;
    case 'CheckpointCreated':
      return createCheckpoint(draft, event);
    case 'CheckpointRevoked':
      return revokeCheckpoint(draft, event);
    case 'ToolResultsFiltered':
      return recordFiltering(draft, event);
    case 'PolicyAssigned':
      return assignPolicy(draft, event);
    case 'ModelSwitched':
      return switchModel(draft, event);
    case 'RunStarted':
      startMarkedRun(draft, event.data.runId, event.position);
      return applied;
    case 'RunCompleted':
      completeMarkedRun(draft, event.data.runId, event.position);
      return applied;
    case 'TopicStarted':
      return startTopic(draft, event);
    case 'TopicSummarized':
      return summarizeTopic(draft, event);
    case 'TopicsArchived':
      return archiveTopics(draft, event);
    case 'BulksMerged':
      return mergeBulks(draft, event);
    case 'BulkRetired':
      return retireBulk(draft, event);
    case 'MessagesTruncated':
      return truncateMessages(draft, event);
    case 'ConversationDescribed':
      return describeConversation(draft, event);
    case 'EventDiscarded':
      // What it says is read ahead of the fold: the event that it names was passed over at its own place.
      return applied;
    case 'ConversationRewound':
    case 'ConversationForked':
    case 'ContentErased':
      return refused(`${event.type} is not folded by this version`, 'event-unsupported');
  }
}
