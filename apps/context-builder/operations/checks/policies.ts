import { checkpointHistory, type Policy } from '@verbatim/conversation';
import { ok, warning, type Check } from '../check';

/** Policies whose first summary would come after the operator's ceiling has cut messages out of view. */
export function windowCeiling(
  policies: readonly { readonly name: string; readonly policy: Policy }[],
  ceiling: number,
): Check {
  const late = policies.flatMap(({ name, policy }) => {
    const history = checkpointHistory(policy);
    if (history?.unit !== 'messages' || history.triggerAt <= ceiling) return [];
    return [`${name} (triggerAt ${history.triggerAt})`];
  });
  if (late.length === 0) return ok('window', `contexts show ${ceiling} messages at most`);
  return warning(
    'window',
    `contexts show ${ceiling} messages at most, and these policies reduce later: ${late.join(', ')}`,
    'raise VERBATIM_WINDOW_CEILING, or lower triggerAt: what the window cuts is in no summary yet',
  );
}
