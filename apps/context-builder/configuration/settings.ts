import { likelyMeant, sessionsPolicySchema, windowPolicySchema, type Policy } from '@verbatim/conversation';
import { z } from 'zod';

/** The settings of a tenant (SPEC 9): parts of its default policy that have a name of their own. */
const values = {
  'window.maxMessages': windowPolicySchema.shape.maxMessages.describe(
    'Messages that a context shows at most.',
  ),
  'sessions.max': sessionsPolicySchema.shape.max.describe(
    'Conversations that contexts may be asked for at the same time; null is no limit.',
  ),
  'sessions.idleTimeoutMinutes': sessionsPolicySchema.shape.idleTimeoutMinutes.describe(
    'Minutes without a context after which a session ends; 0 is never.',
  ),
};

export const settingsSchema = z.object(values);
export type Settings = z.output<typeof settingsSchema>;

const names = Object.keys(values).join(', ');

/** `temporary`: until the services restart. */
export const settingsRequestSchema = z
  .strictObject(
    {
      ...settingsSchema.partial().shape,
      temporary: z.boolean().default(false).describe('Whether it holds until the services restart alone.'),
    },
    {
      error: (issue) =>
        issue.code === 'unrecognized_keys'
          ? `no setting is called ${issue.keys.join(', ')}${meant(issue.keys)}; the settings: ${names}`
          : undefined,
    },
  )
  .refine((written) => Object.keys(values).some((name) => name in written), {
    error: `names no setting; the settings: ${names}`,
  });
export type SettingsRequest = z.output<typeof settingsRequestSchema>;

/** `, did you mean window.maxMessages?` where the first name is like one. */
function meant([first = '']: readonly string[]): string {
  const name = likelyMeant(first, Object.keys(values));
  return name === null ? '' : `, did you mean ${name}?`;
}

export function settingsOf({ window, sessions }: Policy): Settings {
  return {
    'window.maxMessages': window.maxMessages,
    'sessions.max': sessions.max,
    'sessions.idleTimeoutMinutes': sessions.idleTimeoutMinutes,
  };
}

/** What holds of the settings where the operator's ceiling is in messages. */
export function settingsInForce(policy: Policy, ceiling: number): Settings {
  const settings = settingsOf(policy);
  return { ...settings, 'window.maxMessages': Math.min(settings['window.maxMessages'], ceiling) };
}

/** The policy with what was written; a document that is still to be resolved. */
export function withSettings(policy: Policy, written: Omit<SettingsRequest, 'temporary'>): Policy {
  const settings = settingsSchema.parse({ ...settingsOf(policy), ...written });
  return {
    ...policy,
    window: { ...policy.window, maxMessages: settings['window.maxMessages'] },
    sessions: {
      max: settings['sessions.max'],
      idleTimeoutMinutes: settings['sessions.idleTimeoutMinutes'],
    },
  };
}
