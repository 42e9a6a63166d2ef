import { VerbatimError } from '@verbatim/conversation';
import type { ConversationReader, ReceiptStore, StoredReceipt } from '@verbatim/conversation-store';
import { format } from '@verbatim/formats';
import type { TokenCounter } from '@verbatim/tokens';
import { ENGINE, renderContext, type RenderedSegment } from '../serving/engine';
import { foldedSource } from '../serving/folded-source';
import type { RawPending } from '../serving/raw-source';
import { tokensOfMessage } from '../serving/read-message';
import { receiptSchema, type Receipt } from '../serving/receipt';
import { sha256Of } from '../serving/sha256';
import type { Difference, Verification } from './verification';

export interface AuditServiceOptions {
  readonly reader: ConversationReader;
  readonly receipts: ReceiptStore;
  readonly counter: TokenCounter;
}

/** Answers what a call saw, in two independent ways: from stored segments, and by folding raw events again. */
export class AuditService {
  constructor(private readonly options: AuditServiceOptions) {}

  /** The receipt as it was written. @throws VerbatimError `call-not-found` */
  async receiptText(tenant: string, callId: string): Promise<string> {
    return (await this.stored(tenant, callId)).document;
  }

  /** The exact bytes that were served, made anew in one of the two ways; they are not compared with the receipt here. */
  async contextBytes(tenant: string, callId: string, by: 'segments' | 'fold'): Promise<Buffer> {
    const stored = await this.stored(tenant, callId);
    const receipt = parse(stored);
    const texts =
      by === 'segments'
        ? (await this.keptTexts(stored, receipt)).map((text) => text ?? '')
        : (await this.foldedSegments(stored, receipt)).map(({ text }) => text);
    return Buffer.from(format(receipt.target).renderBody(texts));
  }

  async verify(tenant: string, callId: string): Promise<Verification> {
    const stored = await this.stored(tenant, callId);
    const receipt = parse(stored);
    const bySegments = await this.verifySegments(stored, receipt);
    const byFold = await this.verifyFold(stored, receipt);
    return {
      callId,
      segments: bySegments.length === 0 ? 'ok' : 'differs',
      fold: byFold.length === 0 ? 'ok' : 'differs',
      sent: 'unknown',
      sha256: receipt.sha256,
      differences: [...bySegments, ...byFold],
    };
  }

  private async verifySegments(stored: StoredReceipt, receipt: Receipt): Promise<Difference[]> {
    const texts = await this.keptTexts(stored, receipt);
    const differences = receipt.segments.flatMap(({ sha256, event }, index): Difference[] => {
      const text = texts[index];
      if (text === undefined) return [{ by: 'segments', index, event, detail: 'its bytes are not stored' }];
      const detail = `its stored bytes hash to ${sha256Of(text)}, the receipt says ${sha256}`;
      return sha256Of(text) === sha256 ? [] : [{ by: 'segments', index, event, detail }];
    });
    const body = texts.map((text) => text ?? '');
    return withWhole('segments', differences, receipt, body);
  }

  private async verifyFold(stored: StoredReceipt, receipt: Receipt): Promise<Difference[]> {
    let folded: RenderedSegment[];
    try {
      folded = await this.foldedSegments(stored, receipt);
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
    return withWhole(
      'fold',
      differences,
      receipt,
      folded.map(({ text }) => text),
    );
  }

  private async keptTexts(stored: StoredReceipt, receipt: Receipt): Promise<(string | undefined)[]> {
    const hashes = receipt.segments.map(({ sha256 }) => Buffer.from(sha256, 'hex'));
    const kept = await this.options.receipts.segments(stored, hashes);
    return receipt.segments.map(({ sha256 }) => kept.get(sha256)?.toString());
  }

  private async foldedSegments(stored: StoredReceipt, receipt: Receipt): Promise<RenderedSegment[]> {
    if (receipt.engine !== ENGINE) throw new Error(`engine ${receipt.engine} is not part of this version`);
    const { reader, counter } = this.options;
    const { encoding, limits, openCalls } = receipt;
    const pending = await this.pending(stored, receipt);
    const raw = await foldedSource(reader, stored, receipt.position, pending, { counter, encoding });
    const count = await counter.counter(encoding);
    return [...renderContext(raw, receipt.target, { limits, count, openCalls }).segments];
  }

  private async pending(stored: StoredReceipt, receipt: Receipt): Promise<RawPending[]> {
    const hashes = receipt.pending.map(({ sha256 }) => Buffer.from(sha256, 'hex'));
    const kept = await this.options.receipts.segments(stored, hashes);
    const pending: RawPending[] = [];
    for (const { id, sha256 } of receipt.pending) {
      const text = kept.get(sha256)?.toString();
      if (text === undefined) throw new Error(`the pending message ${id} is not stored`);
      const message = format(receipt.pendingFormat).decode(text);
      const tokens = await tokensOfMessage(message, this.options.counter, receipt.encoding);
      pending.push({ id, text, message, tokens });
    }
    return pending;
  }

  private async stored(tenant: string, callId: string): Promise<StoredReceipt> {
    const stored = await this.options.receipts.receipt(tenant, callId);
    if (stored) return stored;
    throw new VerbatimError('call-not-found', `there is no call ${callId}`, { callId });
  }
}

function parse({ document }: StoredReceipt): Receipt {
  return receiptSchema.parse(JSON.parse(document));
}

/** Adds the whole's own difference where every segment agrees and the bytes still do not. */
function withWhole(
  by: Difference['by'],
  differences: Difference[],
  receipt: Receipt,
  texts: readonly string[],
): Difference[] {
  const sha256 = sha256Of(format(receipt.target).renderBody(texts));
  if (differences.length > 0 || sha256 === receipt.sha256) return differences;
  return [{ by, index: null, event: null, detail: `the body hashes to ${sha256}, not ${receipt.sha256}` }];
}

function described(segment: { kind: string; event: string; sha256: string } | undefined): string {
  return segment ? `${segment.kind} of ${segment.event} (${segment.sha256.slice(0, 12)})` : 'absent';
}
