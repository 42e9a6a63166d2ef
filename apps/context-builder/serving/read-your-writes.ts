import { setTimeout as sleep } from 'node:timers/promises';
import { VerbatimError } from '@verbatim/conversation';
import type { ConversationKey, ConversationReader, EventFate } from '@verbatim/conversation-store';
import { decodeCursor, type Cursor } from '../appending/cursor';
import { Absence, type AbsenceOptions } from './absence';
import { LONGEST_WAIT_MS, pauses } from './pauses';

interface Projection extends AbsenceOptions {
  readonly reader: Pick<ConversationReader, 'fate' | 'nextOffsets' | 'hasPassed' | 'troubles'>;
}

/**
 * Waits until the projection holds what `after` names: an event's id or an append's cursor. Throws `event-refused`,
 * `event-ignored` or `event-conflict` at once where that is what became of it, `event-unknown` or `cursor-unknown` where
 * the log has nothing of that name, `projection-behind` after ten seconds.
 */
export async function waitFor(projection: Projection, key: ConversationKey, after: string): Promise<void> {
  const cursor = decodeCursor(after);
  const awaited = new Set<number>();
  const deadline = Date.now() + LONGEST_WAIT_MS;
  const absence = new Absence(projection);
  for (const pause of pauses()) {
    if (cursor) {
      if (await cursorArrived(projection, key, cursor, awaited)) return;
      absence.refuseUnknownCursor(after, cursor);
    } else {
      const fate = await fateOf(projection, key, after);
      if (fate.kind === 'journaled' && fate.status === 'applied') return;
      if (fate.kind === 'unknown') await absence.refuseUnknownEvent(key, after);
    }
    if (Date.now() > deadline) {
      throw new VerbatimError('projection-behind', `${after} is not in the projection yet; ask again`, {
        after,
      });
    }
    await sleep(pause);
  }
}

async function fateOf({ reader }: Projection, key: ConversationKey, id: string): Promise<EventFate> {
  const fate = await reader.fate(key, id);
  refuseTrouble(id, fate);
  return fate;
}

/** A position that came past the record while we waited is one of this log; `awaited` are the partitions of such. */
async function cursorArrived(
  { reader, group, standing }: Projection,
  key: ConversationKey,
  { topic, spans }: Cursor,
  awaited: Set<number>,
): Promise<boolean> {
  for (const { partition, last } of spans) {
    const record = { topic, partition, offset: last };
    if (!(await reader.hasPassed(group, record))) {
      awaited.add(partition);
      return false;
    }
    if (!awaited.has(partition) && (await standing.overlooks(record))) return false;
  }
  for (const span of spans) {
    const [trouble] = await reader.troubles(key, { topic, ...span });
    if (trouble) refuseTrouble(trouble.eventId, trouble.fate);
  }
  return true;
}

function refuseTrouble(event: string, fate: EventFate): void {
  if (fate.kind === 'conflict') {
    throw new VerbatimError('event-conflict', `event ${event} is in the journal with another body`, {
      event,
    });
  }
  if (fate.kind !== 'journaled' || fate.status === 'applied') return;
  const reason = fate.error ? `${fate.error.code}: ${fate.error.detail}` : 'no reason is on record';
  const details = { event, position: fate.position, error: fate.error };
  switch (fate.status) {
    case 'refused':
      throw new VerbatimError('event-refused', `event ${event} was refused: ${reason}`, details);
    case 'ignored':
      throw new VerbatimError('event-ignored', `event ${event} was ignored: ${reason}`, details);
    case 'parked':
      throw new VerbatimError(
        'projection-parked',
        `the conversation is parked before event ${event}`,
        details,
      );
  }
}
