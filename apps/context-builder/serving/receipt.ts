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
/** What a plugin did; texts are segments of the same hash. */
const effectsSchema = z.object({
  dropped: z.array(z.string()),
  cut: z.array(z.object({ id: z.string(), sha256 })),
  merged: z.array(z.object({ id: z.string(), with: z.array(z.string()), sha256 })),
});

/** What became of one plugin: recorded, so that an audit never runs it again. Receipts of before chains lack most of it. */
const pluginSchema = z.object({
  name: z.string(),
  outcome: z.enum(['applied', 'unchanged', 'failed']),
  /** Why it failed, or did not run. */
  reason: z.string().nullable().default(null),
  /** SHA-256 of its file; of a shipped one the engine. */
  version: z.string().nullable().default(null),
  optionsSha256: sha256.nullable().default(null),
  effects: z.array(effectsSchema).default([]),
});
export type ReceiptPlugin = z.infer<typeof pluginSchema>;
export type ReceiptSegment = z.infer<typeof segmentSchema>;

/** Everything that decided the bytes of one call's context (SPEC 8): enough to make them again, and to prove them. */
export const receiptSchema = z.object({
  callId: z.string(),
  conversation: z.string(),
  position: count,
  /** Newest position of the journal, where the conversation was parked before it: events given up by then were passed over. */
  known: count.optional(),
  viewVersion: count,
  policyVersion: z.string(),
  model: z.object({ requested: z.string(), entry: modelEntrySchema }),
  engine: z.int(),
  tokeniser: z.string(),
  encoding: z.enum(['o200k_base', 'cl100k_base']),
  plugins: z.array(pluginSchema),
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
  /** What the context would have been had nothing been reduced: every message so far, counted in the policy's encoding. */
  original: z.object({ messages: count, tokens: count }).optional(),
  sha256,
  canonicalSha256: sha256,
  /** What the body had in common with the one of the call before. */
  prefix: z.object({ sameTokens: count, sameBytes: count }).default({ sameTokens: 0, sameBytes: 0 }),
  degraded: z.array(noticeSchema),
  losses: z.array(noticeSchema),
  repairs: z.array(noticeSchema).default([]),
});
export type Receipt = z.infer<typeof receiptSchema>;
