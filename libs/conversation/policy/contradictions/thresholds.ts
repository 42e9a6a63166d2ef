import type { CheckpointHistory, WindowPolicy } from '../policy';
import type { Problem } from '../problems';
import type { PathOf } from './path-of';

const names = ['triggerAt', 'keepRecent', 'retriggerAt'] as const;
type Threshold = (typeof names)[number];
type Add = (threshold: Threshold, problem: string) => void;

/** SPEC 1: keepRecent < triggerAt, keepRecent < retriggerAt, and the window never cuts before a summary is made. */
export function checkpointProblems(
  history: CheckpointHistory,
  window: WindowPolicy,
  pathOf: PathOf,
): Problem[] {
  const problems: Problem[] = [];
  const add: Add = (threshold, problem) => problems.push({ path: pathOf(`history.${threshold}`), problem });
  for (const name of names) checkUnit(history, name, add);
  if (problems.length === 0) {
    checkOrder(history, add);
    checkWindow(history, window, add);
  }
  return [...problems, ...mergeProblems(history, pathOf)];
}

function checkUnit({ unit, ...history }: CheckpointHistory, name: Threshold, add: Add): void {
  const value = history[name];
  if (unit === 'share') {
    if (value >= 1) add(name, `${name} ${value} must be a share of the window, less than 1`);
  } else if (!Number.isSafeInteger(value)) {
    add(name, `${name} ${value} must be a whole number of ${unit}; shares of the window are of unit "share"`);
  }
}

function checkOrder({ triggerAt, keepRecent, retriggerAt }: CheckpointHistory, add: Add): void {
  if (keepRecent >= triggerAt) {
    add('keepRecent', `keepRecent ${keepRecent} must be less than triggerAt ${triggerAt}`);
  } else if (retriggerAt <= keepRecent) {
    add('retriggerAt', `retriggerAt ${retriggerAt} must be more than keepRecent ${keepRecent}`);
  }
}

function checkWindow(
  { unit, triggerAt, retriggerAt }: CheckpointHistory,
  window: WindowPolicy,
  add: Add,
): void {
  const [name, most] =
    unit === 'messages'
      ? (['maxMessages', window.maxMessages] as const)
      : (['maxTokens', window.maxTokens] as const);
  if (unit === 'share' || most === null) return;
  const over = `is over window.${name} ${most}: the window must never cut first`;
  if (triggerAt > most) add('triggerAt', `triggerAt ${triggerAt} ${over}`);
  if (retriggerAt > most && retriggerAt !== triggerAt)
    add('retriggerAt', `retriggerAt ${retriggerAt} ${over}`);
}

function mergeProblems({ mergeSummariesAt, mode, summary }: CheckpointHistory, pathOf: PathOf): Problem[] {
  const path = pathOf('history.mergeSummariesAt');
  if (mergeSummariesAt === 0) return [];
  if (mergeSummariesAt === 1)
    return [{ path, problem: 'one summary has nothing to merge with: 0 (never), or 2 and more' }];
  if (summary === 'none')
    return [{ path, problem: 'there are no summaries to merge: history.summary is "none"' }];
  if (mode === 'layered') return [];
  return [{ path, problem: 'merges layered summaries, and history.mode is "single"' }];
}
