import { ignoredCodes } from '@verbatim/conversation-store';
import { z } from 'zod';
import { count, pageQuery, pageSchema, reasonSchema, time } from './common';

export const ignoredQuery = pageQuery.extend({
  code: z
    .enum(ignoredCodes)
    .optional()
    .describe('Lists the events of this code, the newest first, instead of counts by code and source.'),
});

/** Where the log has a record. */
export const logPlaceSchema = z.object({
  topic: z.string().describe('The topic.'),
  partition: count.describe('Its partition.'),
  offset: count.describe('The place in the partition.'),
});

export const ignoredEventSchema = z.object({
  conversation: z.string().describe('The conversation that the event names.'),
  position: count.describe("The event's position in the conversation's journal, where its bytes are kept."),
  event: z.string().describe("The event's id; of an event without one, its place in the log."),
  type: z.string().describe('The type that the event names.'),
  source: z.string().nullable().describe('The producer, as the event names it.'),
  time: z.string().nullable().describe('When the producer says that it happened.'),
  error: reasonSchema.describe('Why it was ignored: a code, and the reason in words.'),
  log: logPlaceSchema.nullable().describe('Where the log has it.'),
  receivedAt: time.describe('When it was journaled.'),
});

export const ignoredGroupSchema = z.object({
  code: z.enum(ignoredCodes).describe('Why the events were ignored.'),
  source: z.string().nullable().describe('The producer, as its events name it.'),
  count: count.describe('Events of the last 24 hours.'),
  isExact: z
    .boolean()
    .describe('False where more was ignored than is counted: each count is then a least number.'),
  newest: ignoredEventSchema.describe('The newest of them.'),
});

export const ignoredAnswerSchema = z.union([pageSchema(ignoredGroupSchema), pageSchema(ignoredEventSchema)]);
