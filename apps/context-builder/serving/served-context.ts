import { z } from 'zod';
import { formatSchema } from '@verbatim/conversation';
import { noticeSchema, segmentSchema, type Receipt } from './receipt';

/** The 200 answer of a context (SPEC 9); `body` is ready to send. */
export const contextAnswerSchema = z.object({
  callId: z.string(),
  target: formatSchema,
  body: z.record(z.string(), z.unknown()),
  tokens: z.int(),
  position: z.int(),
  policyVersion: z.string(),
  sha256: z.string(),
  canonicalSha256: z.string(),
  segments: z.array(segmentSchema),
  prefix: z.object({ sameTokens: z.int(), sameBytes: z.int() }),
  degraded: z.array(noticeSchema),
  losses: z.array(noticeSchema),
  repairs: z.array(noticeSchema),
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
