const LONGEST_BACKOFF = 60;
const LONGEST_WAIT = 3600;

/**
 * Seconds until work is tried again that has failed `failures` times before: 1, 2, 4 … 60, of which up to a half is left
 * to chance, or what the provider asked for where that is longer, an hour at most.
 */
export function retryDelaySeconds(
  failures: number,
  retryAfterMs: number | null,
  random: () => number = Math.random,
): number {
  const backoff = Math.min(LONGEST_BACKOFF, 2 ** failures) * (1 - random() / 2);
  return Math.max(backoff, Math.min((retryAfterMs ?? 0) / 1000, LONGEST_WAIT));
}
