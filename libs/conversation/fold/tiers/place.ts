import type { Head } from '../../state';

/** Why a summary of a topic may not stand for a range, or null: it lies in one stretch of that topic. */
export function topicProblem(
  head: Head,
  topic: string,
  range: { readonly from: number; readonly to: number },
): string | null {
  const stretches = head.tiers.topics.find(({ id }) => id === topic)?.stretches ?? [];
  const holds = stretches.some(({ from, to }) => from <= range.from && range.to <= (to ?? Infinity));
  return holds ? null : `its range of messages ${range.from}-${range.to} is not in topic ${topic}`;
}
