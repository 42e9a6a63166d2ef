import { z } from 'zod';
import { textPageSchema } from './text-page';

const DEFAULT_CHARACTERS = 8000;
const MOST_CHARACTERS = 50_000;

/** `POST /v1/conversations/{id}/recall`, and the arguments of the tool `recall`: its descriptions are for models. */
export const recallRequestSchema = z.strictObject({
  ref: z
    .string()
    .min(1)
    .describe('The id of a message or of a summary, exactly as the context names it, such as in ref="…"'),
  offset: z
    .int()
    .min(0)
    .default(0)
    .describe('The character to begin at: 0 is the beginning, then the `next` of the answer before'),
  limit: z.int().min(1).max(MOST_CHARACTERS).default(DEFAULT_CHARACTERS).describe('Characters at most'),
});

export type RecallRequest = z.output<typeof recallRequestSchema>;

/** Of a summary `total` is null while it stands for too much to have been counted. */
export const recalledSchema = z.object({
  ref: z.string().describe('What was asked for.'),
  kind: z.enum(['message', 'summary']).describe('Whether it is a message or a summary.'),
  ...textPageSchema.shape,
});
export type Recalled = z.infer<typeof recalledSchema>;
