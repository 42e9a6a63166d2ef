import { checkpointHistory } from '../policy';
import { live, type Head, type WorkingSet } from '../state';
import { planEarlyCheckpoint } from './plan-checkpoint';
import { planDemanded, tierDemands } from './tiers';
import type { CompactionDemand } from './compaction-demands';
import { thresholds, type Thresholds } from './thresholds';

/** In words, why what was asked for cannot be done as the conversation is now; null is whatever the policy has. */
export function whyNothingToCompact(ws: WorkingSet, demand: CompactionDemand | null): string {
  const { history } = ws.head.policy.document;
  if (history === null) {
    return 'the policy has no history part, so nothing is summarised; assign one that has, such as agentkit';
  }
  if (history.kind === 'tiers') return whyNoStep(ws, demand);
  if (demand !== null && demand !== 'checkpoint') {
    return `the policy has no topics, so ${demand} does not apply; ask for checkpoint`;
  }
  const limits = thresholds(ws.head);
  if (limits === null || history.summary === 'none') {
    const at = `${history.triggerAt} ${history.unit === 'share' ? 'of the window' : `live ${history.unit}`}`;
    return `the policy cuts without summaries, and does so by itself at ${at}`;
  }
  if (planEarlyCheckpoint(ws) !== null) return 'something can be compacted by now; ask again';
  return whyNoCheckpoint(ws.head, limits);
}

function whyNoStep(ws: WorkingSet, demand: CompactionDemand | null): string {
  if (demand === 'checkpoint') {
    return `the policy's history is of topics; ask for ${tierDemands.join(', ')}`;
  }
  if (planDemanded(ws, demand) !== null) return 'something can be compacted by now; ask again';
  const what = demand === null ? 'no step of the tiers' : `no step ${demand}`;
  return `${what} can be taken: nothing of ${live(ws.head)} live messages is large, old or finished enough`;
}

function whyNoCheckpoint(head: Head, { counts, live: counted, keepRecent }: Thresholds): string {
  const isLive = `${counted} live ${counts}, keepRecent is ${keepRecent}`;
  if (counted <= keepRecent) return `${isLive}: all of them stay`;
  return `${isLive}: ${counted - keepRecent} could be summarised, but ${obstacle(head)}`;
}

function obstacle({ openGroups, unreadFrom, newestUser, policy }: Head): string {
  const calls = openGroups.flatMap(({ pending }) => pending);
  if (calls.length > 0) return `these calls have no result yet: ${calls.join(', ')}`;
  if (unreadFrom !== null) return 'the model has not read the newest tool results yet';
  if (newestUser !== null && checkpointHistory(policy.document)?.unit !== 'messages') {
    return 'the newest message and the newest user message always stay';
  }
  return 'they belong to a tool turn, or to the run of the newest user message, which stays whole';
}
