import type { ConversationCheckpoint, Obligation } from '@verbatim/conversation';

/**
 * What a summary stands for (SPEC 2), and how far it can be relied upon: how it was made, the lowest trust of what went
 * in, and how many of the identifiers of its range it carries. What an older event did not say is left out.
 */
export function summaryMetadata({
  range,
  createdAt,
  kind,
  topic,
  record,
}: ConversationCheckpoint): Record<string, unknown> {
  const { from, to } = range.messages;
  const { made, trust, loss } = record;
  return {
    __summary__: true,
    __created_at__: createdAt,
    __summarized_range__: `messages_${from}_to_${to}`,
    removed: to - from,
    ...(kind === 'checkpoint' ? {} : { kind, topic }),
    ...(made === undefined ? {} : { made }),
    ...(trust === undefined ? {} : { trust }),
    ...(loss === undefined ? {} : { loss: { found: loss.found, carried: loss.carried, share: loss.share } }),
  };
}

/** What a ledger lists, and how many others there was no room for. */
export function ledgerMetadata(obligations: readonly Obligation[], more: number): Record<string, unknown> {
  const listed = obligations.map(({ kind, callId, name, event, position }) => {
    return { kind, callId, name, event, position };
  });
  return { obligations: listed, more };
}
