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

export const summaryModes = ['layered', 'single'] as const;

/** A ConversationCheckpoint: what stands in the view for a range. A cut without a summary has `summary: null`. */
export const checkpointCreatedSchema = z.object({
  range: rangeSchema,
  summary: z.string().nullable(),
  strategy: z.enum(['llm', 'none']),
  mode: z.enum(summaryModes),
  supersedes: z.array(z.string()),
  /** Position of the conversation that the range was decided at. */
  basis: position,
  policyVersion: z.string(),
  summarizer: z.string().nullable(),
  promptVersion: z.string().nullable(),
  tokensBefore: count,
  tokensAfter: count,
  usage: z.object({ inputTokens: count, outputTokens: count }).nullable(),
  attempt: count,
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
        replacement: z.string(),
        tokensBefore: count,
        tokensAfter: count,
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

export const messagesTruncatedSchema = z.object({
  messages: z.array(z.object({ message: z.string(), replacement: z.string() })).min(1),
  basis: position,
  policyVersion: z.string(),
});
