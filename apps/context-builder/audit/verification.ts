import { z } from 'zod';

const checkSchema = z.enum(['ok', 'differs']);

/** What an audit of one call found (SPEC 8): both ways must give the bytes on receipt; differences are named. */
export const verificationSchema = z.object({
  callId: z.string().describe('The call that was verified.'),
  segments: checkSchema.describe('Whether the stored segments give the bytes on receipt.'),
  fold: checkSchema.describe('Whether folding the raw events gives them.'),
  sent: z
    .enum(['ok', 'unknown', 'differs'])
    .describe('Whether what was reported as sent is the same; `unknown` where nothing was reported.'),
  sha256: z.string().describe('The SHA-256 on receipt.'),
  differences: z
    .array(
      z.object({
        by: z.enum(['segments', 'fold']).describe('Which way found it.'),
        index: z.int().nullable().describe('The place in the context, from 0; null where the whole differs.'),
        event: z.string().nullable().describe('The event there; null where there is none.'),
        detail: z.string().describe('What differs, in a sentence.'),
      }),
    )
    .describe('Where the bytes differ; empty where all is well.'),
});
export type Verification = z.infer<typeof verificationSchema>;
export type Difference = Verification['differences'][number];
