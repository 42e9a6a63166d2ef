import { formatSchema, modelEntrySchema } from '@verbatim/conversation';
import { z } from 'zod';

const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe('A SHA-256, in lower-case hex.');
const count = z.int().min(0);

export const noticeSchema = z.object({
  code: z.string().describe('Stable: programs may rely on it.'),
  event: z.string().optional().describe('The event that it is about.'),
  part: z.int().optional().describe('The part of that message, from 0.'),
  detail: z.string().describe('What happened, in a sentence.'),
});

export const segmentSchema = z.object({
  event: z.string().describe('The event that it comes from.'),
  kind: z
    .enum(['message', 'summary', 'replacement', 'pending', 'ledger'])
    .describe(
      'A message as it is, a summary, what stands for a message or result, a pending message, or the list of what nobody answered.',
    ),
  role: z.string().describe('The role that it has in the context.'),
  tokens: count.describe('Tokens that were counted for it.'),
  sha256,
  metadata: z.record(z.string(), z.unknown()).optional().describe('What a plugin put on it.'),
});
/** What a plugin did; texts are segments of the same hash. */
const effectsSchema = z.object({
  dropped: z.array(z.string()).describe('Events that it left out.'),
  cut: z
    .array(z.object({ id: z.string().describe('The event.'), sha256 }))
    .describe('What it cut; the texts are segments of the same hash.'),
  merged: z
    .array(
      z.object({
        id: z.string().describe('The event that is left.'),
        with: z.array(z.string()).describe('The events that it took in.'),
        sha256,
      }),
    )
    .describe('What it joined; the texts are segments of the same hash.'),
});

/** What became of one plugin: recorded, so that an audit never runs it again. Receipts of before chains lack most of it. */
const pluginSchema = z.object({
  name: z.string().describe('The name of the plugin.'),
  outcome: z
    .enum(['applied', 'unchanged', 'failed'])
    .describe('What it did; a plugin that failed is passed over.'),
  reason: z.string().nullable().default(null).describe('Why it failed, or did not run.'),
  version: z
    .string()
    .nullable()
    .default(null)
    .describe('The SHA-256 of its file; for a shipped one the engine.'),
  optionsSha256: sha256.nullable().default(null).describe('The SHA-256 of its options.'),
  effects: z.array(effectsSchema).default([]).describe('What it changed.'),
});
export type ReceiptPlugin = z.infer<typeof pluginSchema>;
export type ReceiptSegment = z.infer<typeof segmentSchema>;

/** Everything that decided the bytes of one call's context (SPEC 8): enough to make them again, and to prove them. */
export const receiptSchema = z.object({
  callId: z.string().describe('The id of the call.'),
  conversation: z.string().describe('The conversation that it is of.'),
  position: count.describe('The position of the journal that it was made at.'),
  known: count
    .optional()
    .describe(
      'The newest position of the journal, where the conversation was parked before it: events given up by then were passed over.',
    ),
  viewVersion: count.describe('The position that the view was last changed at.'),
  policyVersion: z.string().describe('The version of the policy that held.'),
  model: z
    .object({
      requested: z.string().describe('The model that was asked for.'),
      entry: modelEntrySchema.describe('Its entry of the registry, as it was.'),
    })
    .describe('What the window and the counting came from.'),
  engine: z.int().describe('The version of the rules of this service.'),
  tokeniser: z.string().describe('What counted the tokens.'),
  encoding: z.enum(['o200k_base', 'cl100k_base']).describe('The encoding that was counted in.'),
  plugins: z.array(pluginSchema).describe('What became of each plugin of the chain.'),
  target: formatSchema.describe('The form that it was served in.'),
  limits: z
    .object({
      messages: z.int().describe('Messages that it might have.'),
      tokens: z.int().describe('Tokens that it might have.'),
      toolTokens: count.describe('Tokens of the tools.'),
      cutStep: z.number().describe('Share of the ceiling by which a cut moves at once.'),
      overhead: z
        .object({
          perMessage: count.describe('Tokens for each message.'),
          perRequest: count.describe('Tokens for the request.'),
        })
        .describe('What is counted beside the texts.'),
      margin: z.number().describe('Share added to counts that are not exact.'),
    })
    .describe('The bounds that it was fitted to.'),
  openCalls: z.enum(['refuse', 'placeholder']).describe('What was asked for about calls without a result.'),
  toolsSha256: sha256.nullable().describe('The SHA-256 of the tools; null where there were none.'),
  pending: z
    .array(z.object({ id: z.string().describe('The id of the message.'), sha256 }))
    .describe(
      'Messages that came with the request; the bodies of their events are segments of the same hash.',
    ),
  segments: z.array(segmentSchema).describe('What it consists of, in its order.'),
  tokens: count.describe('Tokens of the context, as they were counted.'),
  original: z
    .object({
      messages: count.describe('Every message so far.'),
      tokens: count.describe('Their tokens, in the encoding of the policy.'),
    })
    .optional()
    .describe('What the context would have been had nothing been reduced.'),
  sha256,
  canonicalSha256: sha256.describe('The SHA-256 of its canonical JSON (RFC 8785).'),
  prefix: z
    .object({
      sameTokens: count.describe('Tokens of the segments at the beginning that are the same.'),
      sameBytes: count.describe('Bytes at the beginning that are the same.'),
    })
    .describe(
      'What the body has in common with the one of the call before: what a cache of the provider may hold.',
    )
    .default({ sameTokens: 0, sameBytes: 0 }),
  degraded: z.array(noticeSchema).describe('What could not be done as the policy has it.'),
  losses: z.array(noticeSchema).describe('What the target cannot carry or a plugin left out.'),
  repairs: z.array(noticeSchema).default([]).describe('What was mended so that the provider takes it.'),
});
export type Receipt = z.infer<typeof receiptSchema>;
