import { z } from 'zod';
import { messageSchema } from '../message';
import { formatNames } from './format-names';

export { formatNames };

export const formatSchema = z.enum(formatNames);
export type FormatName = z.infer<typeof formatSchema>;

/** A name that the state keeps: the state of a conversation does not grow with what producers write. */
export const nameSchema = z.string().min(1).max(256);

/** What may stand beside any message in `data`, whatever its format. */
export const runMarksSchema = z.object({
  runId: nameSchema.optional().describe('The run that the message belongs to.'),
  iteration: z
    .int()
    .min(1)
    .max(1_000_000_000)
    .optional()
    .describe('The turn of the model within its run, from 1 on.'),
});
export type RunMarks = z.infer<typeof runMarksSchema>;

/** `data` with `parts`: the canonical message. Other shapes of `data` are read into this one by their format. */
export const canonicalMessageDataSchema = messageSchema.extend(runMarksSchema.shape);
