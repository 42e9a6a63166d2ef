import { compactionDemands } from '@verbatim/conversation';
import { z } from 'zod';

const count = z.int().min(0);
/** Tokens. */
const tiers = { history: count, current: count, topics: count, bulks: count };

export const topicSchema = z.object({
  id: z.string(),
  kind: z.enum(['current', 'historical', 'bulk']),
  title: z.string().nullable(),
  parent: z.string().nullable(),
  related: z.array(z.string()),
  /** Ordinals of unpinned messages, 0-based, end exclusive; several where it became current again. */
  ranges: z.array(z.object({ from: count, to: count })),
  messages: count,
  /** As shown. */
  tokens: count,
  /** Whether its messages are shown, some of them, or its summary alone. */
  state: z.enum(['full', 'compressed', 'summarized']),
  /** The summaries that are shown for it, oldest first. */
  summary: z.string().nullable(),
});

export const compactionSchema = z.object({
  id: count,
  what: z.enum(compactionDemands).nullable(),
  state: z.enum(['asked', 'published', 'applied', 'refused', 'nothing']),
  event: z.string().nullable(),
  reason: z
    .string()
    .nullable()
    .describe('Why nothing could be compacted, where the state is `nothing`; null elsewhere.'),
  /** Why the newest attempt failed; it is tried again. */
  error: z.string().nullable(),
  requestedAt: z.string(),
});

/** `budget` is null where the policy's history is not of tiers. */
export const topicsSchema = z.object({
  items: z.array(topicSchema),
  next: z.null(),
  budget: z.object({ ...tiers, used: z.object(tiers) }).nullable(),
  /** Where the tiers are over their budget and nothing more can be done for now. */
  degraded: z.array(z.object({ code: z.string(), detail: z.string() })),
  /** What was asked for in the last day, newest first. */
  compactions: z.array(compactionSchema),
});
export type TopicsAnswer = z.infer<typeof topicsSchema>;

export const compactRequestSchema = z.strictObject({
  what: z
    .enum(compactionDemands)
    .optional()
    .describe(
      'One step: `checkpoint` of a history of checkpoints, before its trigger is reached too; the others of a history ' +
        'of topics. Left out, the first that the policy of the conversation has and that can be done.',
    ),
});
export const compactAnswerSchema = z.object({ id: count });
