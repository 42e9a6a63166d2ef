const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `3 min`, `2 h`, `5 days`: the largest unit alone. */
export function spanOf(seconds: number): string {
  if (seconds < MINUTE) return `${Math.floor(seconds)} s`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min`;
  if (seconds < 2 * DAY) return `${Math.floor(seconds / HOUR)} h`;
  return `${Math.floor(seconds / DAY)} days`;
}

/** `3 min ago`, `in 2 h`; the day itself where it is more than two months away. */
export function relativeTime(at: number, now: number): string {
  const seconds = Math.round((now - at) / 1000);
  const distance = Math.abs(seconds);
  if (distance < 5) return 'just now';
  if (distance > 60 * DAY) return new Date(at).toISOString().slice(0, 10);
  return seconds < 0 ? `in ${spanOf(distance)}` : `${spanOf(distance)} ago`;
}
