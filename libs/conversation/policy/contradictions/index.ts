import type { Parts } from '../parts/parts';
import type { Policy } from '../policy';
import type { Problem } from '../problems';
import { compactionProblems } from './compaction';
import type { PathOf } from './path-of';
import { checkpointProblems } from './thresholds';
import { tiersProblems } from './tiers';

export { writtenContradictions } from './written';

/** Settings that are each valid and cannot hold together (SPEC 0), named as the user wrote them. */
export function contradictions(parts: Parts, policy: Policy, pathOf: PathOf): Problem[] {
  return [...historyProblems(policy, pathOf), ...compactionProblems(parts, policy, pathOf)];
}

function historyProblems({ history, window }: Policy, pathOf: PathOf): Problem[] {
  switch (history?.kind) {
    case undefined:
      return [];
    case 'checkpoints':
      return checkpointProblems(history, window, pathOf);
    case 'tiers':
      return tiersProblems(history, pathOf);
  }
}
