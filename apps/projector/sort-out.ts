import { eventDefinitions, isEventType } from '@verbatim/conversation';
import {
  encodeHeaders,
  type ConversationKey,
  type DeadLetter,
  type KnownEvent,
} from '@verbatim/conversation-store';
import type { LogRecord } from '@verbatim/event-log';
import type { ReadLogRecord } from './read-events';

/** What is new, what was there already with the same body, and what is a conflict or unreadable. */
export function sortOut(
  records: readonly ReadLogRecord[],
  known: readonly KnownEvent[],
): { fresh: ReadLogRecord[]; letters: DeadLetter[]; duplicates: number } {
  const hashes = new Map(
    known.map((event) => [eventName(event, event.eventId), event.bodyHash.toString('hex')]),
  );
  const fresh: ReadLogRecord[] = [];
  const letters: DeadLetter[] = [];
  let duplicates = 0;
  for (const each of records) {
    const { read, record } = each;
    if (read.kind === 'unreadable') {
      const { kind, tenant, code, detail } = read;
      letters.push({ ...letterOf(record), kind, tenant, code, detail });
      continue;
    }
    const name = eventName(read.envelope, read.envelope.id);
    const seen = hashes.get(name);
    const other = each.otherId === null ? undefined : hashes.get(eventName(read.envelope, each.otherId));
    if (seen === undefined && other === read.bodyHash) {
      duplicates += 1;
    } else if (seen === undefined) {
      hashes.set(name, read.bodyHash);
      fresh.push(each);
    } else if (seen === read.bodyHash || isServices(read.envelope.type)) {
      duplicates += 1;
    } else {
      letters.push({ ...letterOf(record), ...conflictOf(read.envelope) });
    }
  }
  return { fresh, letters, duplicates };
}

/** Derived ids of our own events: the first one wins, quietly. */
function isServices(type: string): boolean {
  return isEventType(type) && eventDefinitions[type].by === 'service';
}

function conflictOf(envelope: ConversationKey & { readonly id: string }) {
  return {
    kind: 'conflict',
    tenant: envelope.tenant,
    conversation: envelope.conversation,
    eventId: envelope.id,
    code: 'event-conflict',
    detail: `event ${envelope.id} is in the journal with another body`,
  } as const;
}

function letterOf({ topic, partition, offset, key, value, headers }: LogRecord) {
  return {
    tenant: null,
    conversation: null,
    eventId: null,
    topic,
    partition,
    offset,
    recordKey: key,
    headers: Object.keys(headers).length > 0 ? encodeHeaders(headers) : null,
    raw: value,
  };
}

function eventName({ tenant, conversation }: ConversationKey, eventId: string): string {
  return JSON.stringify([tenant, conversation, eventId]);
}
