import { modelEntrySchema, policyDocumentSchema, policySchema } from '@verbatim/conversation';
import { z } from 'zod';
import { count, publishedSchema } from './common';

export const policyItemSchema = z.object({
  name: z.string(),
  version: z.string(),
  policy: policySchema,
  /** Whether it is the tenant's default. */
  default: z.boolean(),
  /** Null for a preset. */
  updatedAt: z.string().nullable(),
});

export const policyAnswerSchema = policyItemSchema.pick({ name: true, version: true, policy: true });

export const policyNameSchema = z.strictObject({ name: z.string().min(1) });
export const defaultAnswerSchema = z.object({ name: z.string(), version: z.string(), conversations: count });

export const assignRequestSchema = z.union([policyNameSchema, policyDocumentSchema]);
export const assignedSchema = publishedSchema.extend({ name: z.string().nullable(), version: z.string() });

export { modelEntrySchema, policyDocumentSchema };

export const pluginItemSchema = z.object({
  name: z.string(),
  source: z.enum(['shipped', 'file']),
  /** In the plugins folder. */
  file: z.string().nullable(),
  /** SHA-256 of the file; of a shipped one the engine. */
  version: z.string().nullable(),
  /** Why it cannot be used. */
  problem: z.string().nullable(),
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
