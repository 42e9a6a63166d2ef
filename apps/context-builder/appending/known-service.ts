import type { Limits } from '@verbatim/conversation';
import type { ConversationReader } from '@verbatim/conversation-store';
import { refuseLongBatch } from './append-request';

/** An event as its producer names it. */
export interface NamedByProducer {
  readonly subject: string;
  readonly id: string;
}

/** Tells producers which of their events are in the journal. What is only in the log is not known yet. */
export class KnownService {
  constructor(
    private readonly reader: Pick<ConversationReader, 'journaled'>,
    private readonly limits: Limits,
  ) {}

  /** @throws VerbatimError `too-large` for more events than a batch may have */
  async known(tenant: string, events: readonly NamedByProducer[]): Promise<{ events: NamedByProducer[] }> {
    refuseLongBatch('events', events.length, this.limits.batch);
    const named = events.map(({ subject, id }) => ({ tenant, conversation: subject, eventId: id }));
    const journaled = await this.reader.journaled(named);
    const keys = new Set(journaled.map(({ conversation, eventId }) => keyOf(conversation, eventId)));
    return { events: events.filter(({ subject, id }) => keys.has(keyOf(subject, id))) };
  }
}

function keyOf(subject: string, id: string): string {
  return JSON.stringify([subject, id]);
}
