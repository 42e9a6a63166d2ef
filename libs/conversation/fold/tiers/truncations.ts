import type { RecordedEvent } from '../../events';
import type { Item } from '../../state';
import type { Draft } from '../draft';
import { basisProblem } from '../fencing';
import { applied, refusedDecision, type Outcome } from '../outcome';
import { putReplacement } from '../replacements';

type Truncated = Extract<RecordedEvent, { type: 'MessagesTruncated' }>;
type Cut = Truncated['data']['messages'][number];

/** Large messages are shown with their middle left out from here on. */
export function truncateMessages(draft: Draft, event: Truncated): Outcome {
  const { messages } = event.data;
  const problem =
    basisProblem(draft.head, event.data, event.position) ??
    messages.map((cut) => cutProblem(draft.item(cut.position), cut)).find((each) => each !== null) ??
    null;
  if (problem !== null) return refusedDecision(draft, event, problem);
  for (const cut of messages) {
    const item = draft.item(cut.position);
    if (!item) continue;
    putReplacement(draft, item, {
      answer: cut.result ?? null,
      mode: 'cut',
      characters: cut.characters,
      text: null,
      saved: Math.max(0, cut.tokensBefore - cut.tokensAfter),
      event: event.id,
    });
  }
  return applied;
}

function cutProblem(item: Item | undefined, { message, position, result, characters }: Cut): string | null {
  if (item?.eventId !== message) return `message ${message} is not at position ${position}`;
  if (result === undefined && (item.answers.length > 0 || item.calls.length > 0)) {
    return `message ${message} is more than its own text`;
  }
  const length = result === undefined ? item.characters : (item.lengths[result] ?? 0);
  return characters < length
    ? null
    : `what it shows of message ${message} is not shorter than its ${length} characters`;
}
