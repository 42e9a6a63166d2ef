import { z } from 'zod';

const count = z.int().min(0);

/** How many there were, and how many are left. A summary may be longer than what it stands for was. */
const reduction = z.object({ original: count, reduced: count });
/** What is left of one token; null where there was none. */
const ratio = z.number().min(0).nullable();
/** Null where the model registry has no price. */
const usd = z.number().nullable();

/** SPEC 2, reduction analytics: of one conversation, or of all of a tenant. */
export const analyticsSchema = z.object({
  conversations: count,
  /** As they are now: summaries and cuts stand for what they cover. Pinned messages count in neither. */
  messages: reduction,
  tokens: reduction,
  compressionRatio: ratio,
  /** All contexts that were served, in sum, against the whole history at each; whatever reduced them. */
  served: z.object({
    contexts: count,
    messages: reduction,
    tokens: reduction,
    compressionRatio: ratio,
    byModel: z.array(z.object({ model: z.string(), contexts: count, tokens: reduction, saved: usd })),
  }),
  summaries: z.object({
    /** Requests to a model, for summaries of every kind. */
    callsMade: count,
    /** Those that a summary at every message would have cost beside them. */
    callsAvoided: count,
    inputTokens: count,
    outputTokens: count,
    bySummarizer: z.array(
      z.object({
        summarizer: z.string(),
        calls: count,
        inputTokens: count,
        outputTokens: count,
        cost: usd,
      }),
    ),
  }),
  /** An estimate at today's prices of the model registry; what has none is named and counts nothing. */
  cost: z.object({
    currency: z.literal('USD'),
    /** Prompt tokens that were not sent. */
    saved: z.number(),
    /** Summaries. */
    spent: z.number(),
    net: z.number(),
    unpriced: z.array(z.string()),
  }),
});
