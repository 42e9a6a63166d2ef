import { z } from 'zod';
import { rangeSchema } from './compaction';

const ids = z.array(z.string()).min(1);

export const topicStartedSchema = z.object({
  topic: z.string().optional(),
  title: z.string().optional(),
  parent: z.string().optional(),
  related: z.array(z.string()).optional(),
});

export const topicSummarizedSchema = z.object({
  topic: z.string(),
  range: rangeSchema,
  summary: z.string(),
  policyVersion: z.string(),
});

export const topicsArchivedSchema = z.object({ topics: ids, bulk: z.string(), policyVersion: z.string() });

export const bulksMergedSchema = z.object({
  bulks: ids,
  bulk: z.string(),
  summary: z.string(),
  policyVersion: z.string(),
});

export const bulkRetiredSchema = z.object({ bulk: z.string(), policyVersion: z.string() });
