import { dueWork, type Mechanism, type WorkingSet } from '@verbatim/conversation';
import type { ConversationKey } from '@verbatim/conversation-store';
import type { OwedWork } from '@verbatim/owed-work';
import type { TrialConversation } from './trial-conversation';

/** Beyond so many steps a trial stops, as it does at its deadline. */
const MOST_STEPS = 400;

export interface WorkedOff {
  readonly events: number;
  /** False where the deadline or the number of steps ended it. */
  readonly complete: boolean;
}

/** Does in memory all that the summarizer would owe, as its loop does: a step a lease, until nothing is due. */
export async function workOff(
  key: ConversationKey,
  ws: WorkingSet,
  conversation: TrialConversation,
  works: Readonly<Record<Mechanism, OwedWork>>,
  signal: AbortSignal,
): Promise<WorkedOff> {
  const idleAt = new Map<Mechanism, number>();
  let events = 0;
  for (let step = 0; step < MOST_STEPS && !signal.aborted; step += 1) {
    const { position } = ws.head;
    const mechanism = dueWork(ws.head).find((due) => idleAt.get(due) !== position);
    if (mechanism === undefined) return { events, complete: true };
    const lease = { ...key, mechanism, attempt: 0, token: 0, failures: 0 };
    const result = await works[mechanism].prepare(lease, signal).catch((error: unknown) => {
      if (signal.aborted) return null;
      throw error;
    });
    if (result?.kind === 'events') {
      for (const event of result.events) conversation.suppose(event);
      events += result.events.length;
    } else if (result?.kind === 'nothing-due') {
      idleAt.set(mechanism, position);
    } else {
      return { events, complete: false };
    }
  }
  return { events, complete: false };
}
