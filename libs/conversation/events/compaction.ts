import { z } from 'zod';

const position = z.int().min(1);
const count = z.int().min(0);

/** Positions include both ends; `messages` are ordinals of unpinned messages, 0-based, end exclusive (SPEC 9). */
export const rangeSchema = z.object({
  from: position,
  to: position,
  fromMessage: z.string(),
  toMessage: z.string(),
  messages: z.object({ from: count, to: count }),
});
export type Range = z.infer<typeof rangeSchema>;

const identifiers = z.object({ found: count, carried: count });

/** Which identifiers of a range its summary still carries, by kind, and the first of those that it does not. */
export const lossSchema = identifiers.extend({
  share: z.number().min(0).max(1),
  kinds: z.record(z.string(), identifiers),
  missing: z.array(z.string()),
});
export type Loss = z.infer<typeof lossSchema>;

/** From the least to the most trusted. */
export const trusts = ['tool', 'assistant', 'user'] as const;
export type Trust = (typeof trusts)[number];

/** How a summary came about, beside its text. */
export const summaryRecordSchema = z
  .object({
    made: z.enum(['llm', 'extractive']),
    /** Drafts that were not accepted, and why. */
    rejected: z.array(z.object({ code: z.string(), detail: z.string() })),
    loss: lossSchema,
    /** The lowest of what went in. */
    trust: z.enum(trusts),
    /** Requests to a model that it took, and the model where something else made the summary in the end. */
    calls: count,
    asked: z.string(),
  })
  .partial();
export type SummaryRecord = z.infer<typeof summaryRecordSchema>;

const usage = z.object({ inputTokens: count, outputTokens: count }).nullable();

/** What an event with a summary says of it beside its text. */
export const summaryShape = {
  supersedes: z.array(z.string()),
  /** Position of the conversation that the range was decided at. */
  basis: position,
  policyVersion: z.string(),
  summarizer: z.string().nullable(),
  promptVersion: z.string().nullable(),
  tokensBefore: count,
  tokensAfter: count,
  usage,
  attempt: count,
  ...summaryRecordSchema.shape,
};

export const summaryModes = ['layered', 'single'] as const;

/** A ConversationCheckpoint: what stands in the view for a range. A cut without a summary has `summary: null`. */
export const checkpointCreatedSchema = z.object({
  range: rangeSchema,
  summary: z.string().nullable(),
  strategy: z.enum(['llm', 'none']),
  mode: z.enum(summaryModes),
  /** The topic that it is a part of, where attention compression made it (SPEC 5). */
  topic: z.string().optional(),
  ...summaryShape,
});
export type CheckpointCreated = z.infer<typeof checkpointCreatedSchema>;

export const filterModes = ['omitted', 'truncated', 'summarized'] as const;

/** Which tool results are shown differently from now on. Results are numbered in the order of their arrival, from 1. */
export const toolResultsFilteredSchema = z.object({
  results: z
    .array(
      z.object({
        message: z.string(),
        callId: z.string(),
        result: z.int().min(1),
        mode: z.enum(filterModes),
        /** What is shown instead; of mode `truncated` what is shown behind the characters that stay. */
        replacement: z.string(),
        tokensBefore: count,
        tokensAfter: count,
        /** Of mode `truncated`: how many characters of the beginning stay. */
        characters: z.int().min(1).optional(),
        /** Of mode `summarized`: what made it, and how. */
        summarizer: z.string().optional(),
        promptVersion: z.string().optional(),
        usage: usage.optional(),
        ...summaryRecordSchema.shape,
      }),
    )
    .min(1),
  basis: position,
  policyVersion: z.string(),
  attempt: count,
});
export type ToolResultsFiltered = z.infer<typeof toolResultsFilteredSchema>;

export const checkpointRevokedSchema = z.object({
  checkpoint: z.string().min(1),
  reason: z.string().optional(),
});
export type CheckpointRevoked = z.infer<typeof checkpointRevokedSchema>;

/** Large messages, shown with their middle left out from now on (SPEC 5). */
export const messagesTruncatedSchema = z.object({
  messages: z
    .array(
      z.object({
        message: z.string(),
        position,
        /** Which of the message's tool results, from 0; absent where it is the message's own text. */
        result: count.optional(),
        replacement: z.string(),
        /** Length of the replacement. */
        characters: count,
        tokensBefore: count,
        tokensAfter: count,
      }),
    )
    .min(1),
  topic: z.string().optional(),
  basis: position,
  policyVersion: z.string(),
  attempt: count,
});
export type MessagesTruncated = z.infer<typeof messagesTruncatedSchema>;
