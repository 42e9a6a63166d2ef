import { ignoredCodes } from '@verbatim/conversation-store';
import { z } from 'zod';
import { count, pageQuery, pageSchema, reasonSchema } from './common';

export const ignoredQuery = pageQuery.extend({
  code: z
    .enum(ignoredCodes)
    .optional()
    .describe('Lists the events of this code, the newest first, instead of counts by code and source'),
});

const ignoredEventSchema = z.object({
  conversation: z.string(),
  position: count.describe("The event's position in the conversation's journal, where its bytes are kept"),
  event: z.string().describe("The event's id; of an event without one, its place in the log"),
  type: z.string(),
  source: z.string().nullable().describe('The producer, as the event names it'),
  time: z.string().nullable().describe('When the producer says that it happened'),
  error: reasonSchema.describe('Why it was ignored: a code, and the reason in words'),
  log: z
    .object({ topic: z.string(), partition: count, offset: count })
    .nullable()
    .describe('Where the log has it'),
  receivedAt: z.string(),
});

const ignoredGroupSchema = z.object({
  code: z.enum(ignoredCodes),
  source: z.string().nullable().describe('The producer, as its events name it'),
  count: count.describe('Events of the last 24 hours'),
  isExact: z
    .boolean()
    .describe('False where more was ignored than is counted: each count is then a least number'),
  newest: ignoredEventSchema,
});

export const ignoredAnswerSchema = z.union([pageSchema(ignoredGroupSchema), pageSchema(ignoredEventSchema)]);
