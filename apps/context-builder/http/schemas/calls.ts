import { z } from 'zod';
import { receiptSchema } from '../../serving/receipt';
import { count } from './common';

export const numberedReceiptSchema = receiptSchema.extend({
  ordinal: count.describe('Which call of its conversation it is, from 1.'),
});

/** What a runtime says it really sent: the SHA-256 of its bytes, or of their RFC 8785 form. */
export const sentRequestSchema = z.strictObject({
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'not a SHA-256 in lower-case hex')
    .describe(
      'The SHA-256 of the bytes that were sent, or of their canonical JSON (RFC 8785), in lower-case hex.',
    ),
});

export const sentAnswerSchema = z.object({
  callId: z.string().describe('The call that was reported.'),
  sent: z
    .enum(['ok', 'differs'])
    .describe('Whether what was sent is what was served; `differs` where something was changed on the way.'),
});
