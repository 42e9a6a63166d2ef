import type { FeedLag } from '@verbatim/conversation-store';
import { ok, problem, type Check } from '../check';

/** A receipt that has been waiting for that long is not just on its way. */
const PATIENCE_SECONDS = 60;

export function relayedReceipts(on: boolean, { waiting, oldestSeconds }: FeedLag): Check {
  if (!on) {
    const kept = waiting === 0 ? '' : `; ${waiting} receipts are kept for when it is on`;
    return ok('relay', `off (VERBATIM_RELAY_RECEIPTS)${kept}`);
  }
  if (waiting === 0) return ok('relay', 'every receipt is in the topic context-receipts');
  const age = oldestSeconds === null ? 'for ever: it is gone' : `for ${Math.round(oldestSeconds)} s`;
  const detail = `${waiting} receipts wait for the topic context-receipts, the oldest ${age}`;
  if ((oldestSeconds ?? Infinity) <= PATIENCE_SECONDS) return ok('relay', detail);
  const remedy =
    "nothing is lost, contexts are served: /readyz and the context-builder's log say why it cannot publish; where a " +
    'broker refuses large records raise max.message.bytes of the topic';
  return problem('relay', detail, remedy);
}
