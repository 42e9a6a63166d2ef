import { VerbatimError } from '@verbatim/conversation';
import type { AuditServiceOptions } from '../audit/audit-service';
import { RecordedCalls } from '../audit/recorded-calls';
import type { RefoldOptions } from '../audit/refolded-call';
import { diffOf, type ComparedCall } from './call-diff';
import { accountedMessages } from './hidden-messages';
import { hiddenRanges } from './hidden-ranges';
import { seenCall } from './seen-call';
import type { CallDiff, SeenAnswer } from './seen-schema';
import { seenSegments } from './seen-segments';

/** Says in words what a call saw, what it did not see, and why. */
export class SeenService {
  private readonly calls: RecordedCalls;
  private readonly refolding: RefoldOptions;

  constructor({ receipts, ...options }: AuditServiceOptions) {
    this.calls = new RecordedCalls(receipts);
    this.refolding = { ...options, calls: this.calls };
  }

  /** @throws VerbatimError `call-not-found`, `id-ambiguous` */
  async seen(tenant: string, name: string, full: boolean): Promise<SeenAnswer> {
    const { call, ordinal, segments, messages } = await this.compared(tenant, name, full);
    const { receipt, stored } = call;
    const hidden = messages.filter(({ reason }) => reason !== null).length;
    return {
      callId: receipt.callId,
      ordinal,
      conversation: receipt.conversation,
      createdAt: stored.createdAt.toISOString(),
      model: receipt.model.requested,
      target: receipt.target,
      position: receipt.position,
      messages: { stored: messages.length, shown: messages.length - hidden, hidden },
      tokens: receipt.tokens,
      original: receipt.original ?? null,
      sha256: receipt.sha256,
      segments: [...segments],
      hidden: hiddenRanges(messages),
      degraded: receipt.degraded,
      losses: receipt.losses,
      repairs: receipt.repairs,
    };
  }

  /**
   * What the second call shows otherwise than the first. @throws VerbatimError `call-not-found`, `id-ambiguous`;
   * `request-invalid` for calls of two conversations
   */
  async diff(tenant: string, first: string, second: string): Promise<CallDiff> {
    const from = await this.compared(tenant, first, false);
    const to = await this.compared(tenant, second, false);
    const [one, other] = [from.call.receipt, to.call.receipt];
    if (one.conversation === other.conversation) return diffOf(from, to);
    const detail =
      `call ${one.callId} is of conversation ${one.conversation}, call ${other.callId} of ${other.conversation}: ` +
      'only calls of one conversation can be compared';
    throw new VerbatimError('request-invalid', detail);
  }

  private async compared(tenant: string, name: string, full: boolean): Promise<ComparedCall> {
    const recorded = await this.calls.call(tenant, name);
    const call = await seenCall(recorded, this.refolding);
    return {
      call,
      ordinal: await this.calls.ordinal(recorded),
      segments: await seenSegments(call, this.calls, full),
      messages: accountedMessages(call),
    };
  }
}
