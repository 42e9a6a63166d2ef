import { dueWork, type Mechanism } from '@verbatim/conversation';
import type { OwedWork } from '@verbatim/owed-work';
import type { FoldedConversation } from './folded-conversation';

/** More steps than any policy may need between two messages: beyond it the work goes round in circles. */
const MOST_STEPS = 200;

/**
 * Does all that the summarizer owes a conversation, with its own work, as its loop does: a step a lease, again until
 * nothing is due or nothing can be done now. Answers the number of events. Throws where it does not end.
 */
export async function workOff(
  conversation: FoldedConversation,
  works: Readonly<Record<Mechanism, OwedWork>>,
): Promise<number> {
  const { signal } = new AbortController();
  const idleAt = new Map<Mechanism, number>();
  let events = 0;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const { position } = conversation;
    const mechanism = dueWork(conversation.ws.head).find((due) => idleAt.get(due) !== position);
    if (mechanism === undefined) return events;
    const lease = {
      tenant: 'default',
      conversation: conversation.id,
      mechanism,
      attempt: 0,
      token: 0,
      failures: 0,
    };
    const result = await works[mechanism].prepare(lease, signal);
    if (result.kind === 'not-now') throw new Error(`${mechanism} of ${conversation.id} has to wait`);
    if (result.kind === 'nothing-due') {
      idleAt.set(mechanism, position);
      continue;
    }
    for (const event of result.events) conversation.fold(event);
    events += result.events.length;
  }
  throw new Error(`${conversation.id} owes work without end: ${dueWork(conversation.ws.head).join(', ')}`);
}
