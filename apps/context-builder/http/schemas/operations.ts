import { z } from 'zod';
import { becameSchema } from '../../operations/became';
import { count, flagQuery, reasonSchema, time, timedPageQuery } from './common';

/** With `all` the settled ones too. */
export const lettersQuery = timedPageQuery.extend({
  all: flagQuery.describe('With `true` also those that were settled.'),
});

const logSchema = z.object({
  topic: z.string().describe('The topic.'),
  partition: count.describe('Its partition.'),
  offset: count.describe('The place in the partition.'),
});
const eventNameSchema = z.object({
  tenant: z.string().describe('The tenant.'),
  conversation: z.string().describe('The conversation.'),
  id: z.string().describe('The id of the event.'),
});

export const deadLetterSchema = z.object({
  id: z.string().describe('The id of the letter.'),
  kind: z
    .enum(['unreadable', 'conflict'])
    .describe('Whether the record could not be read, or its id came before with another body.'),
  tenant: z
    .string()
    .nullable()
    .describe('The tenant that the record names; null where it could not be read.'),
  conversation: z
    .string()
    .nullable()
    .describe('The conversation that it names; null where it could not be read.'),
  event: z.string().nullable().describe('The event id that it names; null where it could not be read.'),
  log: logSchema.describe('Where the record is in the log.'),
  error: reasonSchema.describe('Why it could not be taken.'),
  raw: z
    .string()
    .nullable()
    .describe('The value of the record in base64; in lists null also where it is over 64 KiB.'),
  bytes: count.nullable().describe('The length of that value; null where the record had none.'),
  createdAt: time.describe('When it was met.'),
  settled: z
    .object({
      outcome: z
        .enum(['redriven', 'discarded'])
        .describe('Whether it was put into the log again, or given up.'),
      reason: z.string().nullable().describe('Why, as whoever settled it said; null where nothing was said.'),
      by: z.string().describe('The id of the API key that settled it, or `local`.'),
      at: time.describe('When.'),
      /** Of a redriven one: where the log has it, and what it names where that could be read. */
      log: logSchema.nullable().describe('Where the log has it now; null for a discarded one.'),
      event: eventNameSchema
        .nullable()
        .describe('What it names now; null for a discarded one, and where that cannot be read.'),
    })
    .nullable()
    .describe('What was decided about it; null while it is open.'),
});

/** `became` is null of a letter that was not redriven. */
export const shownLetterSchema = deadLetterSchema.extend({
  became: becameSchema
    .nullable()
    .describe('What became of it; null where it was not put into the log again.'),
});

export const redriveRequestSchema = z.strictObject({
  value: z
    .string()
    .regex(/^[A-Za-z0-9+/]+={0,2}$/)
    .optional()
    .describe(
      'A corrected event instead of an unreadable record: a CloudEvent in structured JSON, in base64.',
    ),
  as: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The id of the event from now on. Left out, one is derived where the event has none, or its id was taken.',
    ),
  reason: z.string().min(1).optional().describe('Why, for the record.'),
});
export type RedriveRequest = z.output<typeof redriveRequestSchema>;

export const redrivenSchema = z.object({
  letter: z.string().describe('The letter that was put into the log again.'),
  event: eventNameSchema.nullable().describe('What the record names; null where that cannot be read.'),
  cursor: z.string().describe('Where it is in the log; `after` of a context waits for it.'),
});

export const reasonRequestSchema = z.strictObject({
  reason: z.string().min(1).describe('Why, for the record.'),
});

export const parkedSchema = z.object({
  conversation: z.string().describe('The id of the conversation.'),
  event: z.string().describe('The event that it stopped at.'),
  position: count.describe('The position of that event.'),
  type: z.string().describe('The type of that event.'),
  dataversion: count.describe('The version of that event, which is not known here.'),
  error: reasonSchema.describe('Why it cannot be applied.'),
  waiting: count.describe('Events that wait, that one among them.'),
  since: time.describe('Since when.'),
});

export const releaseRequestSchema = z.strictObject({
  reason: z.string().min(1).describe('Why, for the record.'),
  event: z
    .string()
    .min(1)
    .describe('The event to give up; another one that the conversation is parked at meanwhile is not.'),
});
