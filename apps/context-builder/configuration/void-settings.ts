import { checkpointHistory, windowOnly, type Policy } from '@verbatim/conversation';
import { z } from 'zod';
import type { NamedPolicy } from './named-policies';

/** A setting that another one makes void, in whole or in part. */
export const voidSettingSchema = z.object({
  setting: z.string().describe('Its path in the policy, such as `window.maxMessages`.'),
  value: z.number().nullable().describe('What is set; null is no limit.'),
  inForce: z.number().nullable().describe('What holds instead; null is no limit.'),
  by: z.string().describe('What makes it void: a setting of the operator, or the default policy.'),
  detail: z.string().describe('The same in one sentence.'),
});
export type VoidSetting = z.output<typeof voidSettingSchema>;

const CEILING = 'VERBATIM_WINDOW_CEILING';

/** What the operator's ceiling over all policies, in messages, makes void of a policy. */
export function voidUnder(policy: Policy, ceiling: number): VoidSetting[] {
  const { maxMessages } = policy.window;
  const history = checkpointHistory(policy);
  const found: VoidSetting[] = [];
  if (maxMessages > ceiling) {
    const detail = `${shown(maxMessages)} set, ${shown(ceiling)} in force (${CEILING})`;
    found.push({ setting: 'window.maxMessages', value: maxMessages, inForce: ceiling, by: CEILING, detail });
  }
  if (history?.unit === 'messages' && history.triggerAt > ceiling) {
    const { triggerAt } = history;
    const detail =
      `${shown(triggerAt)} set, but contexts show ${shown(ceiling)} messages at most (${CEILING}): ` +
      'what is cut before the first summary is in no summary';
    found.push({ setting: 'history.triggerAt', value: triggerAt, inForce: ceiling, by: CEILING, detail });
  }
  return found;
}

/** Sessions that a policy sets and that have no effect: only the tenant's default policy says how many there may be. */
export function voidSessions(
  { name, policy }: Pick<NamedPolicy, 'name' | 'policy'>,
  inForce: NamedPolicy,
): VoidSetting[] {
  if (name === inForce.name) return [];
  const by = `the default policy ${inForce.name}`;
  return (['max', 'idleTimeoutMinutes'] as const).flatMap((key) => {
    const [value, holds] = [policy.sessions[key], inForce.policy.sessions[key]];
    if (value === windowOnly.sessions[key] || value === holds) return [];
    const detail = `${shown(value)} set, ${shown(holds)} in force (${by}): it holds once this policy is the default`;
    return [{ setting: `sessions.${key}`, value, inForce: holds, by, detail }];
  });
}

function shown(value: number | null): string {
  return value === null ? 'no limit' : value.toLocaleString('en-US');
}
