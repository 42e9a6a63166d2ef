import type { ConversationReader, EventFate, StoredEvent, StoredHead } from '@verbatim/conversation-store';
import type { FoldedConversation } from './folded-conversation';

type Reads = Pick<
  ConversationReader,
  | 'head'
  | 'decide'
  | 'items'
  | 'itemsOfResults'
  | 'events'
  | 'discards'
  | 'event'
  | 'fate'
  | 'checkpoint'
  | 'checkpoints'
  | 'modelOfNewestCall'
>;

/** What the summarizer's work reads of a conversation, answered from memory. */
export function memoryReader(conversation: FoldedConversation): ConversationReader {
  const { ws } = conversation;
  const stored = (position: number): Partial<StoredEvent> => ({
    tenant: 'default',
    conversation: conversation.id,
    position,
    eventId: conversation.eventAt(position).id,
    type: conversation.eventAt(position).type,
    payload: Buffer.from(conversation.journal[position - 1] ?? ''),
    headers: null,
    log: null,
    recordKey: null,
    ignored: null,
  });
  const positions = (after: number, through: number): number[] =>
    Array.from(
      { length: Math.max(0, Math.min(through, ws.head.position) - after) },
      (_, at) => after + at + 1,
    );
  const fate = (id: string): EventFate => {
    const position = positions(0, ws.head.position).find((at) => conversation.eventAt(at).id === id);
    return position === undefined
      ? { kind: 'unknown' }
      : { kind: 'journaled', position, status: 'applied', error: null };
  };
  const reads: Reads = {
    head: () => Promise.resolve({ head: ws.head } as Partial<StoredHead> as StoredHead),
    decide: (_, decision) => Promise.resolve(decision(ws)),
    items: (_, from, to) => Promise.resolve(ws.itemsWithin(from, to)),
    itemsOfResults: (_, from, through) =>
      Promise.resolve(
        ws
          .items()
          .filter(
            ({ firstResult, answers }) =>
              firstResult > 0 && firstResult <= through && from < firstResult + answers.length,
          ),
      ),
    events: (_, after, through, limit) =>
      Promise.resolve(positions(after, through).slice(0, limit).map(stored) as StoredEvent[]),
    discards: () => Promise.resolve([]),
    event: (_, id) => {
      const position = positions(0, ws.head.position).find((at) => conversation.eventAt(at).id === id);
      return Promise.resolve(position === undefined ? null : (stored(position) as StoredEvent));
    },
    fate: (_, id) => Promise.resolve(fate(id)),
    checkpoint: (_, id) => Promise.resolve(ws.checkpoint(id) ?? null),
    checkpoints: () => Promise.resolve(ws.checkpoints()),
    modelOfNewestCall: () => Promise.resolve(null),
  };
  return reads as ConversationReader;
}
