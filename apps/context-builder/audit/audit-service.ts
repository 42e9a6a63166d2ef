import type { ConversationReader, ReceiptStore } from '@verbatim/conversation-store';
import { format } from '@verbatim/formats';
import type { TokenCounter } from '@verbatim/tokens';
import { ENGINE } from '../serving/engine';
import type { RenderedSegment } from '../serving/render-entry';
import type { Receipt } from '../serving/receipt';
import { sha256Of } from '../serving/sha256';
import { RecordedCalls, type RecordedCall } from './recorded-calls';
import { foldOf, refolded, type RefoldOptions } from './refolded-call';
import type { Difference, Verification } from './verification';

export interface AuditServiceOptions {
  readonly reader: ConversationReader;
  readonly receipts: ReceiptStore;
  readonly counter: TokenCounter;
}

/** Answers what a call saw, in two independent ways: from stored segments, and by folding raw events again. */
export class AuditService {
  private readonly calls: RecordedCalls;
  private readonly refolding: RefoldOptions;

  constructor({ receipts, ...options }: AuditServiceOptions) {
    this.calls = new RecordedCalls(receipts);
    this.refolding = { ...options, calls: this.calls };
  }

  /** The receipt as it was written, with the call's ordinal. @throws VerbatimError `call-not-found`, `id-ambiguous` */
  async receiptText(tenant: string, name: string): Promise<string> {
    const call = await this.calls.call(tenant, name);
    const ordinal = await this.calls.ordinal(call);
    return `${call.stored.document.trimEnd().slice(0, -1)},"ordinal":${ordinal}}`;
  }

  /** The exact bytes that were served, made anew in one of the two ways; they are not compared with the receipt here. */
  async contextBytes(tenant: string, name: string, by: 'segments' | 'fold'): Promise<Buffer> {
    const call = await this.calls.call(tenant, name);
    const texts =
      by === 'segments'
        ? (await this.calls.texts(call)).map((text) => text ?? '')
        : (await this.foldedSegments(call)).map(({ text }) => text);
    return Buffer.from(format(call.receipt.target).renderBody(texts).text);
  }

  async verify(tenant: string, name: string): Promise<Verification> {
    const call = await this.calls.call(tenant, name);
    const { receipt } = call;
    const bySegments = await this.verifySegments(call);
    const byFold = await this.verifyFold(call);
    return {
      callId: receipt.callId,
      segments: bySegments.length === 0 ? 'ok' : 'differs',
      fold: byFold.length === 0 ? 'ok' : 'differs',
      sent: sentAs(receipt, await this.calls.receipts.sent(tenant, receipt.callId)),
      sha256: receipt.sha256,
      differences: [...bySegments, ...byFold],
    };
  }

  /** @throws VerbatimError `call-not-found`, `id-ambiguous` */
  async recordSent(
    tenant: string,
    name: string,
    sha256: string,
  ): Promise<{ callId: string; sent: 'ok' | 'differs' }> {
    const { receipt } = await this.calls.call(tenant, name);
    const { callId } = receipt;
    await this.calls.receipts.recordSent(tenant, callId, Buffer.from(sha256, 'hex'));
    return { callId, sent: isServed(receipt, sha256) ? 'ok' : 'differs' };
  }

  private async verifySegments(call: RecordedCall): Promise<Difference[]> {
    const { receipt } = call;
    const texts = await this.calls.texts(call);
    const differences = receipt.segments.flatMap(({ sha256, event }, index): Difference[] => {
      const text = texts[index];
      if (text === undefined) return [{ by: 'segments', index, event, detail: 'its bytes are not stored' }];
      const detail = `its stored bytes hash to ${sha256Of(text)}, the receipt says ${sha256}`;
      return sha256Of(text) === sha256 ? [] : [{ by: 'segments', index, event, detail }];
    });
    const body = texts.map((text) => text ?? '');
    return withWhole('segments', differences, receipt, body);
  }

  private async verifyFold(call: RecordedCall): Promise<Difference[]> {
    const { receipt } = call;
    let folded: readonly RenderedSegment[];
    try {
      folded = await this.foldedSegments(call);
    } catch (error) {
      const detail = `it cannot be built again: ${error instanceof Error ? error.message : String(error)}`;
      return [{ by: 'fold', index: null, event: null, detail }];
    }
    const longest = Math.max(folded.length, receipt.segments.length);
    const differences = Array.from({ length: longest }, (_, index) => index).flatMap(
      (index): Difference[] => {
        const was = receipt.segments[index];
        const is = folded[index];
        if (was?.sha256 === is?.sha256) return [];
        const event = was?.event ?? is?.event ?? null;
        return [
          { by: 'fold', index, event, detail: `was ${described(was)}, folded again it is ${described(is)}` },
        ];
      },
    );
    const texts = folded.map(({ text }) => text);
    const all = withWhole('fold', differences, receipt, texts);
    return all.length > 0 && receipt.engine < ENGINE ? [...all, ofOlderEngine(receipt)] : all;
  }

  private async foldedSegments(call: RecordedCall): Promise<readonly RenderedSegment[]> {
    const fold = await foldOf(call, this.refolding);
    return (await refolded(call, fold, this.refolding)).rendered.segments;
  }
}

/** The bytes themselves, or what a runtime that parses and writes them again has. */
function isServed(receipt: Receipt, sha256: string): boolean {
  return sha256 === receipt.sha256 || sha256 === receipt.canonicalSha256;
}

/** One that differs is enough: a call is made once, and whatever went beside it was not on receipt. */
function sentAs(receipt: Receipt, hashes: readonly string[]): Verification['sent'] {
  if (hashes.length === 0) return 'unknown';
  return hashes.every((sha256) => isServed(receipt, sha256)) ? 'ok' : 'differs';
}

/** Adds the whole's own difference where every segment agrees and the bytes still do not. */
function withWhole(
  by: Difference['by'],
  differences: Difference[],
  receipt: Receipt,
  texts: readonly string[],
): Difference[] {
  // Of texts that are not what they were there may be no body.
  if (differences.length > 0) return differences;
  const sha256 = sha256Of(format(receipt.target).renderBody(texts).text);
  if (sha256 === receipt.sha256) return [];
  return [{ by, index: null, event: null, detail: `the body hashes to ${sha256}, not ${receipt.sha256}` }];
}

/** An older engine's bytes are proven by a newer one as long as it makes the same; else that is why they differ. */
function ofOlderEngine({ engine }: Receipt): Difference {
  const detail = `it was served by engine ${engine}, and is folded again by engine ${ENGINE}`;
  return { by: 'fold', index: null, event: null, detail };
}

function described(segment: { kind: string; event: string; sha256: string } | undefined): string {
  return segment ? `${segment.kind} of ${segment.event} (${segment.sha256.slice(0, 12)})` : 'absent';
}
