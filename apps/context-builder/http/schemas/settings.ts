import { policySchema } from '@verbatim/conversation';
import { z } from 'zod';
import { settingsSchema } from '../../configuration/settings';
import { voidSettingSchema } from '../../configuration/void-settings';
import { count } from './common';

export { chainRequestSchema } from '../../configuration/plugin-chain';
export { settingsRequestSchema } from '../../configuration/settings';

const inForce = {
  inForce: settingsSchema.describe("What holds of the settings, under the operator's ceiling."),
  notices: z.array(voidSettingSchema).describe('Settings that another one makes void.'),
};

export const settingsAnswerSchema = z.object({
  policy: z.string().describe('The default policy that they are a part of.'),
  version: z.string().describe('Its version.'),
  settings: settingsSchema.describe('What is in force.'),
  kept: settingsSchema.describe('What holds after the services restart.'),
  ...inForce,
  sessions: z
    .object({ active: count.describe('Conversations that contexts are asked for, by the idle timeout.') })
    .describe('What `sessions.max` counts.'),
});

const changed = z.object({
  policy: z.string().describe('The default policy that was changed.'),
  version: z.string().describe('Its version now.'),
  conversations: count.describe('Conversations in use that were told.'),
});

export const settingsChangedSchema = changed.extend({
  settings: settingsSchema.describe('The settings as they are now.'),
  ...inForce,
});
export const chainChangedSchema = changed.extend({
  plugins: policySchema.shape.plugins.describe('The chain as it is now, in its order.'),
});

export const modelSwitchSchema = z.strictObject({
  model: z.string().min(1).describe('The id of a model of the registry.'),
});
