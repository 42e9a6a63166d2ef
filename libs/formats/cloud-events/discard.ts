import { noLimits } from '@verbatim/conversation';
import { readRecord } from './read-record';
import type { LogRecord } from './record-source';

/** That an event was given up: `by` is the id of the EventDiscarded. */
export interface Discard {
  readonly event: string;
  readonly by: string;
  readonly reason: string;
}

/**
 * What a conversation's EventDiscarded give up, by the id of the event; of several for one event the first counts. To be
 * read ahead of a fold, so that each of those events is passed over at its own place.
 */
export function discardsOf(records: readonly LogRecord[]): Map<string, Discard> {
  const discards = new Map<string, Discard>();
  for (const record of records) {
    const read = readRecord(record, noLimits);
    if (read.kind !== 'event' || read.event.type !== 'EventDiscarded') continue;
    const { event, reason } = read.event.data;
    if (!discards.has(event)) discards.set(event, { event, by: read.event.id, reason });
  }
  return discards;
}
