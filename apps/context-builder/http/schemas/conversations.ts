import { metadataSchema, policySchema, roleSchema, summaryModes } from '@verbatim/conversation';
import { z } from 'zod';
import { textPageSchema } from '../../reading/text-page';
import { count, journalQuery, jsonObject, pageQuery, reasonSchema } from './common';

const METADATA = 'metadata.';

/** Filters of conversations; `metadata.KEY` has any key. */
export const listingQuery = pageQuery
  .extend({
    order: z
      .enum(['id', 'newest', 'oldest'])
      .default('id')
      .meta({
        description:
          'By id, or by the time when the conversation came (`createdAt`), newest or oldest first; give the same `order` ' +
          'with every `after`',
        examples: ['newest'],
      }),
    user: z
      .string()
      .min(1)
      .optional()
      .meta({ description: 'Only conversations of this user', examples: ['user-17'] }),
    title: z
      .string()
      .min(1)
      .optional()
      .meta({
        description: 'Only conversations whose title contains this, in any case',
        examples: ['parcel'],
      }),
  })
  .catchall(z.string())
  .superRefine((query, context) => {
    const unknown = Object.keys(query).filter((name) => !isKnown(name));
    if (unknown.length > 0) context.addIssue({ code: 'unrecognized_keys', keys: unknown, input: query });
  })
  .meta({
    description:
      '`metadata.KEY=VALUE`: only conversations whose metadata has this value under this key; several must all hold',
    examples: [{ 'metadata.project': 'returns' }],
  });

function isKnown(name: string): boolean {
  return (
    Object.hasOwn(listingQuery.shape, name) || (name.startsWith(METADATA) && name.length > METADATA.length)
  );
}

/** The values that `metadata.KEY` asks for, by key. */
export function metadataOf(query: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      name.startsWith(METADATA) && typeof value === 'string' ? [[name.slice(METADATA.length), value]] : [],
    ),
  );
}

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

/** What a conversation is called by (`PATCH /v1/conversations/{id}`), and its times. */
const about = {
  title: z
    .string()
    .nullable()
    .meta({ description: 'Null where nobody gave it one', examples: ['Lost parcel'] }),
  user: z
    .string()
    .nullable()
    .meta({ description: 'Whose conversation it is', examples: ['user-17'] }),
  metadata: metadataSchema.meta({
    description: 'Texts, numbers, true and false by key',
    examples: [{ project: 'returns' }],
  }),
  createdAt: z.string().meta({ description: 'When its first event was taken in' }),
  updatedAt: z.string().meta({ description: 'When its newest event was taken in' }),
};

export const listingSchema = z.object({ ...figures, ...about, policy: z.string().nullable() });

export const stateSchema = z.object({
  ...figures,
  ...about,
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
