import { policySchema, roleSchema, summaryModes } from '@verbatim/conversation';
import { z } from 'zod';
import { textPageSchema } from '../../reading/text-page';
import { count, journalQuery, jsonObject, reasonSchema } from './common';

const figures = {
  id: z.string(),
  /** Pinned ones too. */
  messages: count,
  live: count,
  /** All that were accepted. */
  checkpoints: count,
  activeCheckpoints: count,
  position: count,
  applied: count,
  head: count,
};

export const listingSchema = z.object({
  ...figures,
  policy: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export const stateSchema = z.object({
  ...figures,
  /** Ids that came again with another body. */
  conflicts: count,
  /** Of the live messages, in the policy's encoding, without overhead. */
  tokens: count,
  viewVersion: count,
  openCalls: z.array(z.string()),
  policy: z.object({
    name: z.string().nullable(),
    version: z.string(),
    origin: z.enum(['default', 'assigned']),
    document: policySchema,
  }),
  dueWork: z.array(
    z.object({
      mechanism: z.string(),
      attempt: count,
      failures: count,
      failed: z.boolean(),
      lastError: z.string().nullable(),
      since: z.string(),
    }),
  ),
  /** Why the conversation was or was not reduced. */
  hints: z.array(reasonSchema),
  parked: reasonSchema.nullable(),
  model: z.string().nullable(),
});

export const historyQuery = journalQuery.extend({
  format: z.enum(['messages', 'events']).default('messages'),
});

export const historyItemSchema = z.object({
  id: z.string(),
  position: count,
  time: z.string(),
  role: roleSchema,
  message: jsonObject,
});

/** A part of a long message's text; without either it comes whole. The service knows the largest `limit`. */
export const messageQuery = z.strictObject({
  offset: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  limit: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
});

export const messageTextSchema = historyItemSchema.omit({ message: true }).extend(textPageSchema.shape);

export const eventItemSchema = z.object({
  id: z.string(),
  position: count,
  type: z.string(),
  time: z.string(),
  status: z.enum(['applied', 'ignored', 'refused', 'parked']),
  error: reasonSchema.nullable(),
  data: z.unknown(),
});

export const checkpointSchema = z.object({
  id: z.string(),
  from: count,
  to: count,
  /** Ordinals of unpinned messages, 0-based, end exclusive. */
  messages: z.object({ from: count, to: count }),
  status: z.enum(['active', 'superseded', 'revoked', 'refused', 'retired']),
  summary: z.string().nullable(),
  strategy: z.enum(['llm', 'none']),
  mode: z.enum(summaryModes),
  supersedes: z.array(z.string()),
  basis: count,
  tokensBefore: count,
  tokensAfter: count,
  createdAt: z.string().nullable(),
  summarizer: z.string().nullable(),
  refusal: z.string().nullable(),
});

export const revokeRequestSchema = z.strictObject({ reason: z.string().max(1000).optional() });
