import { SummarizerError } from '@verbatim/llm';

const FAILURES_IN_A_ROW = 5;
const PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** How soon to ask again while the one call that tries a model is under way. */
const TRIAL_SECONDS = 5;

interface Circuit {
  readonly failures: number;
  /** Until then the model is not called; 0 where it never was to be left alone. */
  readonly openUntil: number;
  readonly reason: string;
  /** The one call that is let through after the pause is under way. */
  readonly isTried: boolean;
}

/** A model that is left alone. */
export interface OpenCircuit {
  readonly model: string;
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly reason: string;
}

/**
 * Stops calls to a model for half a minute after it was unavailable or limited our rate five times in a row, and for as
 * long as it asked for (Retry-After, an hour at most) at once. Then one call tries it: what becomes of that decides.
 */
export class CircuitBreaker {
  private readonly circuits = new Map<string, Circuit>();

  /** `now` in milliseconds. */
  constructor(private readonly now: () => number = Date.now) {}

  /** How long the model is not to be called; 0 where a call would be let through. */
  secondsUntilOpen(model: string): number {
    const circuit = this.circuits.get(model);
    if (circuit === undefined) return 0;
    const left = Math.max(0, circuit.openUntil - this.now()) / 1000;
    return left === 0 && circuit.isTried ? TRIAL_SECONDS : left;
  }

  /** As `secondsUntilOpen`; at 0 the call is let through, and `succeeded`, `failed` or `abandoned` must follow. */
  enter(model: string): number {
    const seconds = this.secondsUntilOpen(model);
    const circuit = this.circuits.get(model);
    if (seconds === 0 && circuit && circuit.openUntil > 0)
      this.circuits.set(model, { ...circuit, isTried: true });
    return seconds;
  }

  /** Models that are not to be called now, but for the one call that tries them. */
  open(): OpenCircuit[] {
    return [...this.circuits]
      .filter(([, { openUntil, isTried }]) => isTried || openUntil > this.now())
      .map(([model, { openUntil, reason }]) => ({ model, until: openUntil, reason }));
  }

  /** A call that was let through before the model was to be left alone ends no pause: what came since is newer. */
  succeeded(model: string): void {
    const openUntil = this.circuits.get(model)?.openUntil ?? 0;
    if (openUntil <= this.now()) this.circuits.delete(model);
  }

  failed(model: string, error: unknown): void {
    if (!(error instanceof SummarizerError)) return this.abandoned(model);
    if (error.code !== 'unavailable' && error.code !== 'rate-limited') return this.succeeded(model);
    const failures = (this.circuits.get(model)?.failures ?? 0) + 1;
    const asked = Math.min(error.retryAfterMs ?? 0, LONGEST_PAUSE_MS);
    const pause = failures < FAILURES_IN_A_ROW ? asked : Math.max(asked, PAUSE_MS);
    const known = this.circuits.get(model)?.openUntil ?? 0;
    const openUntil = pause === 0 ? known : Math.max(known, this.now() + pause);
    this.circuits.set(model, { failures, openUntil, reason: error.message, isTried: false });
  }

  /** The call ended by itself, and says nothing of the model. */
  abandoned(model: string): void {
    const circuit = this.circuits.get(model);
    if (circuit) this.circuits.set(model, { ...circuit, isTried: false });
  }
}
