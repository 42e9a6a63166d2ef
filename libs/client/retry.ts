/** What an attempt is repeated after: all requests of this client may be sent twice. */
const passing: ReadonlySet<number> = new Set([429, 502, 503]);

const FIRST_MS = 200;
const LONGEST_MS = 10_000;
/** A service that asks for more patience than this is not waited for. */
const LONGEST_ASKED_MS = 60_000;

/**
 * Milliseconds until the next attempt: what `Retry-After` asks for, else a pause that doubles, of which up to a half is
 * left to chance. Null where there should be none.
 * @param attempt how many failed, from 1
 * @param random in [0, 1)
 */
export function pauseAfter(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  attempt: number,
  random: number,
): number | null {
  if (!passing.has(status)) return null;
  const asked = askedPause(headers.get('retry-after'), Date.now());
  if (asked === null) return backoff(attempt, random);
  return asked <= LONGEST_ASKED_MS ? asked + FIRST_MS * random : null;
}

/** The pause where no answer came. */
export function backoff(attempt: number, random: number): number {
  return Math.min(FIRST_MS * 2 ** (attempt - 1), LONGEST_MS) * (1 - random / 2);
}

/** Seconds or a date (RFC 9110, 10.2.3). */
function askedPause(header: string | null, now: number): number | null {
  if (header === null) return null;
  const asked = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(asked) ? null : Math.max(asked, 0);
}
