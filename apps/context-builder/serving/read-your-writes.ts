import { setTimeout as sleep } from 'node:timers/promises';
import { VerbatimError } from '@verbatim/conversation';
import type { ConversationKey, ConversationReader, EventFate } from '@verbatim/conversation-store';
import { decodeCursor, type Cursor } from '../appending/cursor';
import type { ProjectorStanding } from './projector-standing';

const LONGEST_WAIT_MS = 10_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;

/** `group` is that of the projectors. */
interface Projection {
  readonly reader: Pick<ConversationReader, 'fate' | 'hasPassed' | 'troubles'>;
  readonly group: string;
  readonly standing: Pick<ProjectorStanding, 'overlooks'>;
}

/**
 * Waits until the projection holds what `after` names: an event's id or an append's cursor. Throws `event-refused`,
 * `event-ignored` or `event-conflict` at once where that is what became of it, `projection-behind` after ten seconds.
 */
export async function waitFor(projection: Projection, key: ConversationKey, after: string): Promise<void> {
  const cursor = decodeCursor(after);
  const awaited = new Set<number>();
  const deadline = Date.now() + LONGEST_WAIT_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    const arrived = cursor
      ? await cursorArrived(projection, key, cursor, awaited)
      : await eventArrived(projection, key, after);
    if (arrived) return;
    if (Date.now() > deadline) {
      throw new VerbatimError('projection-behind', `${after} is not in the projection yet; ask again`, {
        after,
      });
    }
    await sleep(pause);
  }
}

async function eventArrived({ reader }: Projection, key: ConversationKey, id: string): Promise<boolean> {
  const fate = await reader.fate(key, id);
  refuseTrouble(id, fate);
  return fate.kind === 'journaled' && fate.status === 'applied';
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
