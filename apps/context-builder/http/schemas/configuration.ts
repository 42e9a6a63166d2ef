import { modelEntrySchema, policyDocumentSchema, policySchema } from '@verbatim/conversation';
import { pluginProblemCodes } from '@verbatim/history-plugins';
import { z } from 'zod';
import { voidSettingSchema } from '../../configuration/void-settings';
import { count, flagQuery, publishedSchema, time } from './common';

export const policyItemSchema = z.object({
  name: z.string().describe('The name of the policy or preset.'),
  version: z
    .string()
    .describe('The SHA-256 of the resolved policy: the same settings have the same version.'),
  policy: policySchema.describe('Every setting, resolved.'),
  default: z.boolean().describe('Whether it is the default of the tenant.'),
  updatedAt: time.nullable().describe('Since when it is kept; null for a preset.'),
});

const notices = z
  .array(voidSettingSchema)
  .describe('Settings of the policy that another one makes void, with what is in force instead.');

export const policyShownSchema = policyItemSchema.extend({ notices });
export const policyAnswerSchema = policyItemSchema
  .pick({ name: true, version: true, policy: true })
  .extend({ notices });

export const removedPolicySchema = z.object({
  name: z.string().describe('The name that was removed.'),
  preset: z.boolean().describe('Whether a preset of that name is there again, as it is shipped.'),
  conversations: count.describe('Conversations that are under it, and keep it.'),
});

export const policyNameSchema = z.strictObject({
  name: z.string().min(1).describe('The name of a preset, or of a policy that was kept.'),
});
export const defaultAnswerSchema = z.object({
  name: policyItemSchema.shape.name,
  version: policyItemSchema.shape.version,
  conversations: count.describe('Conversations in use that were told.'),
});

export const assignRequestSchema = z.union([policyNameSchema, policyDocumentSchema]);
export const assignQuery = z.strictObject({
  existing: flagQuery.describe(
    'With `true` a conversation that is not known is refused: `conversation-not-found`.',
  ),
});
export const assignedSchema = publishedSchema.extend({
  name: z.string().nullable().describe('The name of the policy; null where a document was assigned.'),
  version: policyItemSchema.shape.version,
  isNew: z.boolean().describe('Whether no event of the conversation is known yet: its name may be mistyped.'),
  near: z.array(z.string()).describe('Where it is new: conversations whose names are like this one.'),
  notices,
});

export { modelEntrySchema, policyDocumentSchema };

export const pluginItemSchema = z.object({
  name: z.string().describe('What a chain names it.'),
  source: z
    .enum(['shipped', 'file'])
    .describe('Whether it came with the service or from the plugins folder.'),
  file: z.string().nullable().describe('Its file in the plugins folder; null for a shipped one.'),
  version: z.string().nullable().describe('The SHA-256 of the file; for a shipped one the engine.'),
  hooks: z
    .array(z.enum(['process', 'onModelSwitch']))
    .nullable()
    .describe('The functions that it has; null for a shipped one, and for one that cannot be loaded.'),
  problem: z.string().nullable().describe('Why it cannot be used, in words; null where it can.'),
  code: z.enum(pluginProblemCodes).nullable().describe('Why it cannot be used; never renamed.'),
});

export const callSchema = z.object({
  callId: z.string().describe('The id of the call; its receipt is at `/v1/calls/{callId}`.'),
  ordinal: count.describe('Which call of its conversation it is, from 1.'),
  conversation: z.string().describe('The conversation that the context is of.'),
  position: count.describe('The position of the journal that it was made at.'),
  model: z.string().describe('The model that was asked for.'),
  target: z.string().describe('The form that it was served in.'),
  tokens: count.describe('Tokens of the context, as they were counted.'),
  sha256: z.string().describe('The SHA-256 of its bytes.'),
  createdAt: time.describe('When it was served.'),
});

export const callContextQuery = z.strictObject({
  by: z
    .enum(['segments', 'fold'])
    .default('segments')
    .describe('From stored segments, or by folding the raw events of the journal again.'),
});
