import { z } from 'zod';
import { becameSchema } from '../../operations/became';
import { count, flagQuery, reasonSchema, timedPageQuery } from './common';

/** With `all` the settled ones too. */
export const lettersQuery = timedPageQuery.extend({ all: flagQuery });

const logSchema = z.object({ topic: z.string(), partition: count, offset: count });
const eventNameSchema = z.object({ tenant: z.string(), conversation: z.string(), id: z.string() });

export const deadLetterSchema = z.object({
  id: z.string(),
  kind: z.enum(['unreadable', 'conflict']),
  tenant: z.string().nullable(),
  conversation: z.string().nullable(),
  event: z.string().nullable(),
  log: logSchema,
  error: reasonSchema,
  /** The record's value in base64; in lists null also where it is over 64 KiB. */
  raw: z.string().nullable(),
  /** The length of that value; null where the record had none. */
  bytes: count.nullable(),
  createdAt: z.string(),
  /** What was decided about it; null while it is open. */
  settled: z
    .object({
      outcome: z.enum(['redriven', 'discarded']),
      reason: z.string().nullable(),
      /** The id of the API key, or `local`. */
      by: z.string(),
      at: z.string(),
      /** Of a redriven one: where the log has it, and what it names where that could be read. */
      log: logSchema.nullable(),
      event: eventNameSchema.nullable(),
    })
    .nullable(),
});

/** `became` is null of a letter that was not redriven. */
export const shownLetterSchema = deadLetterSchema.extend({ became: becameSchema.nullable() });

export const redriveRequestSchema = z.strictObject({
  /** A corrected event instead of an unreadable record: a CloudEvent in structured JSON, in base64. */
  value: z
    .string()
    .regex(/^[A-Za-z0-9+/]+={0,2}$/)
    .optional(),
  /** The event's id from now on; without it one is derived where the event has none, or its id was taken. */
  as: z.string().min(1).optional(),
  reason: z.string().min(1).optional(),
});
export type RedriveRequest = z.output<typeof redriveRequestSchema>;

export const redrivenSchema = z.object({
  letter: z.string(),
  event: eventNameSchema.nullable(),
  cursor: z.string(),
});

export const reasonRequestSchema = z.strictObject({ reason: z.string().min(1) });

export const parkedSchema = z.object({
  conversation: z.string(),
  /** The event that the conversation stopped at. */
  event: z.string(),
  position: count,
  type: z.string(),
  dataversion: count,
  error: reasonSchema,
  /** Events that wait, that one among them. */
  waiting: count,
  since: z.string(),
});

export const releaseRequestSchema = z.strictObject({
  reason: z.string().min(1),
  /** The event to give up; another one that the conversation is parked at meanwhile is not. */
  event: z.string().min(1),
});
