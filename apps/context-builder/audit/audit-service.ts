import { VerbatimError, windowView } from '@verbatim/conversation';
import type { ConversationReader, ReceiptStore, StoredReceipt } from '@verbatim/conversation-store';
import { format } from '@verbatim/formats';
import type { TokenCounter } from '@verbatim/tokens';
import { ENGINE, renderContext } from '../serving/engine';
import { foldedSource } from '../serving/folded-source';
import type { RawPending } from '../serving/raw-source';
import { readPending, type MessageTokens } from '../serving/read-message';
import type { RenderedSegment } from '../serving/render-entry';
import { receiptSchema, type Receipt } from '../serving/receipt';
import { sha256Of } from '../serving/sha256';
import { withRecordedPlugins } from './recorded-plugins';
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
    return Buffer.from(format(receipt.target).renderBody(texts).text);
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
      sent: sentAs(receipt, await this.options.receipts.sent(tenant, callId)),
      sha256: receipt.sha256,
      differences: [...bySegments, ...byFold],
    };
  }

  /** @throws VerbatimError `call-not-found` */
  async recordSent(tenant: string, callId: string, sha256: string): Promise<'ok' | 'differs'> {
    const receipt = parse(await this.stored(tenant, callId));
    await this.options.receipts.recordSent(tenant, callId, Buffer.from(sha256, 'hex'));
    return isServed(receipt, sha256) ? 'ok' : 'differs';
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
    const texts = folded.map(({ text }) => text);
    const all = withWhole('fold', differences, receipt, texts);
    return all.length > 0 && receipt.engine < ENGINE ? [...all, ofOlderEngine(receipt)] : all;
  }

  private async keptTexts(stored: StoredReceipt, receipt: Receipt): Promise<(string | undefined)[]> {
    const hashes = receipt.segments.map(({ sha256 }) => Buffer.from(sha256, 'hex'));
    const kept = await this.options.receipts.segments(stored, hashes);
    return receipt.segments.map(({ sha256 }) => kept.get(sha256)?.toString());
  }

  private async foldedSegments(stored: StoredReceipt, receipt: Receipt): Promise<RenderedSegment[]> {
    if (receipt.engine > ENGINE) throw new Error(`engine ${receipt.engine} is not part of this version`);
    const { reader, counter } = this.options;
    const { encoding, openCalls, target } = receipt;
    const limits = receipt.engine < 3 ? { ...receipt.limits, summaryStep: 0 } : receipt.limits;
    const { id: model, provider } = receipt.model.entry;
    const tokens = { counter, encoding, provider, model, target };
    const pending = await this.pending(stored, receipt, tokens);
    const { position, known } = receipt;
    const raw = await foldedSource(reader, stored, position, pending, tokens, known);
    const count = await counter.counter(encoding);
    const options = { target, model, limits, count, openCalls, engine: receipt.engine };
    const view = await withRecordedPlugins(windowView(raw.source, options), receipt, options, (hashes) =>
      this.options.receipts.segments(stored, hashes),
    );
    return [...renderContext(raw, options, view).segments];
  }

  private async pending(
    stored: StoredReceipt,
    receipt: Receipt,
    tokens: MessageTokens,
  ): Promise<RawPending[]> {
    const hashes = receipt.pending.map(({ sha256 }) => Buffer.from(sha256, 'hex'));
    const kept = await this.options.receipts.segments(stored, hashes);
    const pending: RawPending[] = [];
    for (const { id, sha256 } of receipt.pending) {
      const text = kept.get(sha256)?.toString();
      if (text === undefined) throw new Error(`the pending message ${id} is not stored`);
      pending.push(await readPending(id, text, tokens));
    }
    return pending;
  }

  private async stored(tenant: string, callId: string): Promise<StoredReceipt> {
    const stored = await this.options.receipts.receipt(tenant, callId);
    if (stored) return stored;
    throw new VerbatimError('call-not-found', `there is no call ${callId}`, { callId });
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
