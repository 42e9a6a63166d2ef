import { policySchema } from '@verbatim/conversation';
import { z } from 'zod';
import { settingsSchema } from '../../configuration/settings';
import { voidSettingSchema } from '../../configuration/void-settings';
import { count } from './common';

export { chainRequestSchema } from '../../configuration/plugin-chain';
export { settingsRequestSchema } from '../../configuration/settings';

const inForce = {
  inForce: settingsSchema.describe("What holds of the settings, under the operator's ceiling"),
  notices: z.array(voidSettingSchema).describe('Settings that another one makes void'),
};

export const settingsAnswerSchema = z.object({
  /** The default policy that they are a part of. */
  policy: z.string(),
  version: z.string(),
  settings: settingsSchema,
  /** What holds after the services restart. */
  kept: settingsSchema,
  ...inForce,
  sessions: z.object({ active: count }),
});

const changed = z.object({
  policy: z.string(),
  version: z.string(),
  /** Conversations in use that were told. */
  conversations: count,
});

export const settingsChangedSchema = changed.extend({ settings: settingsSchema, ...inForce });
export const chainChangedSchema = changed.extend({ plugins: policySchema.shape.plugins });

export const modelSwitchSchema = z.strictObject({ model: z.string().min(1) });
