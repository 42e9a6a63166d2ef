import { z } from 'zod';

const checkSchema = z.enum(['ok', 'differs']);

/** What an audit of one call found (SPEC 8): both ways must give the bytes on receipt; differences are named. */
export const verificationSchema = z.object({
  callId: z.string(),
  segments: checkSchema,
  fold: checkSchema,
  sent: z.enum(['ok', 'unknown', 'differs']),
  sha256: z.string(),
  differences: z.array(
    z.object({
      by: z.enum(['segments', 'fold']),
      /** Place in the context, from 0; null where the whole differs. */
      index: z.int().nullable(),
      event: z.string().nullable(),
      detail: z.string(),
    }),
  ),
});
export type Verification = z.infer<typeof verificationSchema>;
export type Difference = Verification['differences'][number];
