import type { ConversationKey, ReceiptStore } from '@verbatim/conversation-store';
import type { ContextRequest } from './context-request';
import type { RenderedContext } from './engine';
import { prefixOf, sameSegments, type Prefix } from './prefix';
import { receiptSchema } from './receipt';

/** What a context has in common with the one that was served before for the same model and target. */
export async function prefixBefore(
  receipts: Pick<ReceiptStore, 'previous' | 'segments'>,
  key: ConversationKey,
  { model, target }: Pick<ContextRequest, 'model' | 'target'>,
  rendered: RenderedContext,
): Promise<Prefix> {
  const previous = await receipts.previous(key, model, target);
  if (previous === null) return { sameTokens: 0, sameBytes: 0 };
  const earlier = receiptSchema.parse(JSON.parse(previous.document));
  const same = sameSegments(rendered, earlier);
  const others = earlier.segments.slice(same).map(({ sha256 }) => sha256);
  const kept = await receipts.segments(
    key,
    others.map((sha256) => Buffer.from(sha256, 'hex')),
  );
  const rest = others.map((sha256) => kept.get(sha256)?.toString() ?? '');
  return prefixOf(rendered, same, rest, earlier.target);
}
