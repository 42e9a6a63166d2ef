import type { ConversationCheckpoint } from '@verbatim/conversation';

/**
 * Messages, by ordinal, that accepted checkpoints cover without that exactly one of them was made from the message
 * itself: the others may only take in its summary.
 */
export function notSummarisedOnce(checkpoints: readonly ConversationCheckpoint[]): string[] {
  const accepted = checkpoints.filter(({ status }) => status !== 'refused' && status !== 'revoked');
  const byId = new Map(accepted.map((checkpoint) => [checkpoint.id, checkpoint]));
  const times = new Map<number, number>();
  for (const { range, supersedes } of accepted) {
    const taken = supersedes.flatMap((id) => byId.get(id)?.range.messages ?? []);
    for (let ordinal = range.messages.from; ordinal < range.messages.to; ordinal += 1) {
      const isTaken = taken.some(({ from, to }) => from <= ordinal && ordinal < to);
      times.set(ordinal, (times.get(ordinal) ?? 0) + (isTaken ? 0 : 1));
    }
  }
  return [...times].flatMap(([ordinal, count]) =>
    count === 1 ? [] : [`message ${ordinal} was summarised ${count} times`],
  );
}
