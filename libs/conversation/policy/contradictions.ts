import type { PolicyDocument } from './document';
import type { CheckpointHistory, Policy } from './policy';
import type { PresetHistory, Threshold } from './presets';
import type { Problem } from './problems';

/** Settings that are each valid and cannot hold together (SPEC 0, SPEC 1), named as the user wrote them. */
export function contradictions(written: PolicyDocument, preset: PresetHistory, policy: Policy): Problem[] {
  const pathOf = (threshold: Threshold) =>
    written.history?.[threshold] === undefined
      ? (preset.names[threshold] ?? `history.${threshold}`)
      : `history.${threshold}`;
  return [
    ...switchedBothWays(written),
    ...(policy.history === null ? [] : thresholds(policy.history, policy.window.maxMessages, pathOf)),
  ];
}

function switchedBothWays({ enabled, history }: PolicyDocument): Problem[] {
  const on = history !== undefined && history !== null && history.enabled !== false;
  return enabled === false && on
    ? [{ path: 'enabled', problem: 'false switches the history off, and the part history switches it on' }]
    : [];
}

function thresholds(
  { triggerAt, keepRecent, retriggerAt }: CheckpointHistory,
  maxMessages: number,
  pathOf: (threshold: Threshold) => string,
): Problem[] {
  const problems: Problem[] = [];
  const add = (threshold: Threshold, problem: string) => problems.push({ path: pathOf(threshold), problem });
  if (keepRecent >= triggerAt) {
    add('keepRecent', `keepRecent ${keepRecent} must be less than triggerAt ${triggerAt}`);
  } else if (retriggerAt <= keepRecent) {
    add('retriggerAt', `retriggerAt ${retriggerAt} must be more than keepRecent ${keepRecent}`);
  }
  const over = `is over window.maxMessages ${maxMessages}: the window must never cut first`;
  if (triggerAt > maxMessages) add('triggerAt', `triggerAt ${triggerAt} ${over}`);
  if (retriggerAt > maxMessages && retriggerAt !== triggerAt) {
    add('retriggerAt', `retriggerAt ${retriggerAt} ${over}`);
  }
  return problems;
}
