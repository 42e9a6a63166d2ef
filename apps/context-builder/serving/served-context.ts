import { z } from 'zod';
import { formatSchema } from '@verbatim/conversation';
import { noticeSchema, segmentSchema, type Receipt } from './receipt';

/** The 200 answer of a context (SPEC 9); `body` is ready to send. */
export const contextAnswerSchema = z.object({
  callId: z.string().describe('The id of the call, under which its receipt is kept.'),
  target: formatSchema.describe('The form that it is in.'),
  body: z
    .record(z.string(), z.unknown())
    .describe(
      'Ready to send, in the form of the target; the name of the model and your own settings come beside it.',
    ),
  tokens: z.int().describe('Tokens of the context, as they were counted.'),
  position: z.int().describe('The position of the journal that it was made at.'),
  policyVersion: z.string().describe('The version of the policy that held.'),
  sha256: z.string().describe('The SHA-256 of the bytes.'),
  canonicalSha256: z.string().describe('The SHA-256 of their canonical JSON (RFC 8785).'),
  segments: z.array(segmentSchema).describe('What it consists of, in its order.'),
  prefix: z
    .object({
      sameTokens: z.int().describe('Tokens of the segments at the beginning that are the same.'),
      sameBytes: z.int().describe('Bytes at the beginning that are the same.'),
    })
    .describe(
      'What the body has in common with the one of the call before: what a cache of the provider may hold.',
    ),
  degraded: z.array(noticeSchema).describe('What could not be done as the policy has it.'),
  losses: z.array(noticeSchema).describe('What the target cannot carry or a plugin left out.'),
  repairs: z.array(noticeSchema).describe('What was mended so that the provider takes it.'),
});

/** A context that is on receipt: its exact bytes, and what explains them. */
export class ServedContext {
  constructor(
    private readonly receipt: Receipt,
    readonly bodyText: string,
  ) {}

  get callId(): string {
    return this.receipt.callId;
  }

  get tokens(): number {
    return this.receipt.tokens;
  }

  get position(): number {
    return this.receipt.position;
  }

  get sha256(): string {
    return this.receipt.sha256;
  }

  get canonicalSha256(): string {
    return this.receipt.canonicalSha256;
  }

  /** JSON text with the body spliced in as it is: parsing and writing it again would lose what JSON numbers carry. */
  toJsonText(): string {
    const { callId, target, tokens, position, policyVersion, sha256, canonicalSha256 } = this.receipt;
    const { segments, prefix, degraded, losses, repairs } = this.receipt;
    const before = JSON.stringify({ callId, target });
    const after = JSON.stringify({
      tokens,
      position,
      policyVersion,
      sha256,
      canonicalSha256,
      segments,
      prefix,
      degraded,
      losses,
      repairs,
    });
    return `${before.slice(0, -1)},"body":${this.bodyText},${after.slice(1)}`;
  }
}
