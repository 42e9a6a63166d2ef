import { formatSchema, modelEntrySchema } from '@verbatim/conversation';
import { z } from 'zod';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);

export const noticeSchema = z.object({
  code: z.string(),
  event: z.string().optional(),
  part: z.int().optional(),
  detail: z.string(),
});

export const segmentSchema = z.object({
  event: z.string(),
  kind: z.enum(['message', 'summary', 'replacement', 'pending', 'ledger']),
  role: z.string(),
  tokens: count,
  sha256,
  metadata: z.record(z.string(), z.unknown()).optional(),
});
export type ReceiptSegment = z.infer<typeof segmentSchema>;

/** Everything that decided the bytes of one call's context (SPEC 8): enough to make them again, and to prove them. */
export const receiptSchema = z.object({
  callId: z.string(),
  conversation: z.string(),
  position: count,
  viewVersion: count,
  policyVersion: z.string(),
  model: z.object({ requested: z.string(), entry: modelEntrySchema }),
  engine: z.int(),
  tokeniser: z.string(),
  encoding: z.enum(['o200k_base', 'cl100k_base']),
  plugins: z.array(z.object({ name: z.string(), outcome: z.string() })),
  target: formatSchema,
  limits: z.object({
    messages: z.int(),
    tokens: z.int(),
    toolTokens: count,
    cutStep: z.number(),
    overhead: z.object({ perMessage: count, perRequest: count }),
    margin: z.number(),
  }),
  openCalls: z.enum(['refuse', 'placeholder']),
  toolsSha256: sha256.nullable(),
  /** Messages that came with the request; the `data` of their events are segments of the same hash. */
  pending: z.array(z.object({ id: z.string(), sha256 })),
  segments: z.array(segmentSchema),
  tokens: count,
  sha256,
  canonicalSha256: sha256,
  /** What the body had in common with the one of the call before. */
  prefix: z.object({ sameTokens: count, sameBytes: count }).default({ sameTokens: 0, sameBytes: 0 }),
  degraded: z.array(noticeSchema),
  losses: z.array(noticeSchema),
  repairs: z.array(noticeSchema).default([]),
});
export type Receipt = z.infer<typeof receiptSchema>;
