import { measured, type ContextLimits, type ContextSource } from '@verbatim/conversation';
import type { NewReceipt } from '@verbatim/conversation-store';
import type { Receipt } from './receipt';

/**
 * What a context would have been had nothing been reduced: all messages so far and those handed over, in tokens of the
 * policy's encoding with the model's overhead and margin. Never less than what was served.
 */
export function originalOf(
  { head, messages, pending }: Pick<ContextSource, 'head' | 'messages' | 'pending'>,
  limits: ContextLimits,
  served: number,
): { messages: number; tokens: number } {
  const pinned = messages.filter(({ item }) => item.ordinal === null);
  const others = [...pinned, ...pending].reduce((sum, { tokens }) => sum + tokens, 0);
  const count = head.messages + pending.length;
  const content = head.tokens + others + count * limits.overhead.perMessage;
  return { messages: count, tokens: Math.max(measured(content, limits), served) };
}

/** The same as columns, beside the messages shown: summaries among them, and one shown in pieces once. */
export function reductionOf({ original, segments }: Receipt): Pick<NewReceipt, 'reduction'> {
  if (!original) return {};
  const messages = new Set(segments.map(({ event }) => event)).size;
  return { reduction: { messages, originalMessages: original.messages, originalTokens: original.tokens } };
}
