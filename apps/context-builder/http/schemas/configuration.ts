import { modelEntrySchema, policyDocumentSchema, policySchema } from '@verbatim/conversation';
import { pluginProblemCodes } from '@verbatim/history-plugins';
import { z } from 'zod';
import { voidSettingSchema } from '../../configuration/void-settings';
import { count, flagQuery, publishedSchema } from './common';

export const policyItemSchema = z.object({
  name: z.string(),
  version: z.string(),
  policy: policySchema,
  /** Whether it is the tenant's default. */
  default: z.boolean(),
  /** Null for a preset. */
  updatedAt: z.string().nullable(),
});

const notices = z
  .array(voidSettingSchema)
  .describe('Settings of the policy that another one makes void, with what is in force instead');

export const policyShownSchema = policyItemSchema.extend({ notices });
export const policyAnswerSchema = policyItemSchema
  .pick({ name: true, version: true, policy: true })
  .extend({ notices });

export const removedPolicySchema = z.object({
  name: z.string(),
  preset: z.boolean().describe('Whether a preset of that name is there again, as it is shipped.'),
  conversations: count.describe('Conversations that are under it, and keep it.'),
});

export const policyNameSchema = z.strictObject({ name: z.string().min(1) });
export const defaultAnswerSchema = z.object({ name: z.string(), version: z.string(), conversations: count });

export const assignRequestSchema = z.union([policyNameSchema, policyDocumentSchema]);
export const assignQuery = z.strictObject({
  existing: flagQuery.describe(
    'With `true` a conversation that is not known is refused: `conversation-not-found`',
  ),
});
export const assignedSchema = publishedSchema.extend({
  name: z.string().nullable(),
  version: z.string(),
  isNew: z.boolean().describe('Whether no event of the conversation is known yet: its name may be mistyped'),
  near: z.array(z.string()).describe('Where it is new: conversations whose names are like this one'),
  notices,
});

export { modelEntrySchema, policyDocumentSchema };

export const pluginItemSchema = z.object({
  name: z.string(),
  source: z.enum(['shipped', 'file']),
  /** In the plugins folder. */
  file: z.string().nullable(),
  /** SHA-256 of the file; of a shipped one the engine. */
  version: z.string().nullable(),
  hooks: z
    .array(z.enum(['process', 'onModelSwitch']))
    .nullable()
    .describe('The functions that it has; null of a shipped one, and of one that cannot be loaded.'),
  problem: z.string().nullable().describe('Why it cannot be used, in words.'),
  code: z.enum(pluginProblemCodes).nullable().describe('Why it cannot be used; never renamed.'),
});

export const callSchema = z.object({
  callId: z.string(),
  ordinal: count.describe('Which call of its conversation it is, from 1'),
  conversation: z.string(),
  position: count,
  model: z.string(),
  target: z.string(),
  tokens: count,
  sha256: z.string(),
  createdAt: z.string(),
});

export const callContextQuery = z.strictObject({ by: z.enum(['segments', 'fold']).default('segments') });
