import { z } from 'zod';
import { rangeSchema, summaryShape } from './compaction';
import { nameSchema } from './message-appended';

const ids = z.array(z.string()).min(1);
const position = z.int().min(1);
const count = z.int().min(0);

/** Opens a topic, or makes the earlier one of that id current again. */
export const topicStartedSchema = z.object({
  topic: nameSchema.optional(),
  title: nameSchema.optional(),
  parent: nameSchema.optional(),
  related: z.array(nameSchema).max(32).optional(),
});
export type TopicStarted = z.infer<typeof topicStartedSchema>;

/** The summary of a stretch of a historical topic. */
export const topicSummarizedSchema = z.object({
  topic: z.string(),
  range: rangeSchema,
  summary: z.string(),
  ...summaryShape,
});
export type TopicSummarized = z.infer<typeof topicSummarizedSchema>;

const decision = { basis: position, policyVersion: z.string(), attempt: count };

/** Summarised topics leave the historical ones; each becomes the bulk of the same place in `bulks`. */
export const topicsArchivedSchema = z.object({ topics: ids, bulks: ids, ...decision });
export type TopicsArchived = z.infer<typeof topicsArchivedSchema>;

/** Neighbouring bulks become one, with one summary. */
export const bulksMergedSchema = z.object({
  bulks: ids,
  bulk: z.string(),
  range: rangeSchema,
  summary: z.string(),
  ...summaryShape,
});
export type BulksMerged = z.infer<typeof bulksMergedSchema>;

/** The oldest bulk leaves the view, never the journal. */
export const bulkRetiredSchema = z.object({ bulk: z.string(), ...decision });
export type BulkRetired = z.infer<typeof bulkRetiredSchema>;
