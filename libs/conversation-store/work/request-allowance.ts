/** Whose requests are counted together: those of all workers for one tenant to one summariser. */
export interface AllowanceAccount {
  readonly tenant: string;
  readonly summarizer: string;
}

/** What a request takes. Tokens. */
export interface Spending {
  readonly input: number;
  readonly output: number;
}

/** Most of each within any sixty seconds; null is no limit. */
export interface AllowanceLimits {
  readonly requests: number | null;
  readonly input: number | null;
  readonly output: number | null;
}

export type Reservation =
  { readonly kind: 'reserved'; readonly id: string } | { readonly kind: 'wait'; readonly seconds: number };

/** The limits a minute of a tenant's summarisers, kept over all processes (SPEC 5). Only limited requests are counted. */
export interface RequestAllowance {
  /** What is more than a limit on its own is let through when nothing else was spent: it could never be, else. */
  reserve(account: AllowanceAccount, limits: AllowanceLimits, wanted: Spending): Promise<Reservation>;
  /** Puts what a request really took in place of what was reserved for it; it counts from when it was reserved. */
  correct(id: string, spent: Spending): Promise<void>;
}

const WINDOW_SECONDS = 60;

/** Seconds until `wanted` fits beside what was spent in the last minute; 0 where it does. */
export function secondsToWait(
  spent: readonly (Spending & { readonly ageSeconds: number })[],
  limits: AllowanceLimits,
  wanted: Spending,
): number {
  const oldestFirst = spent.toSorted((a, b) => b.ageSeconds - a.ageSeconds);
  for (let gone = 0; gone < oldestFirst.length; gone += 1) {
    if (fits(oldestFirst.slice(gone), limits, wanted)) return waitFor(oldestFirst[gone - 1]);
  }
  return waitFor(oldestFirst.at(-1));
}

function waitFor(last: { readonly ageSeconds: number } | undefined): number {
  return last === undefined ? 0 : Math.max(0, WINDOW_SECONDS - last.ageSeconds);
}

function fits(spent: readonly Spending[], limits: AllowanceLimits, wanted: Spending): boolean {
  const total = (of: 'input' | 'output'): number => spent.reduce((sum, each) => sum + each[of], wanted[of]);
  return (
    spent.length < (limits.requests ?? Infinity) &&
    total('input') <= (limits.input ?? Infinity) &&
    total('output') <= (limits.output ?? Infinity)
  );
}
