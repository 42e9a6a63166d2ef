import { SummarizerError } from '@verbatim/llm';

const FAILURES_IN_A_ROW = 5;
const PAUSE_MS = 30_000;

/** Stops calls to a model for half a minute after it was unavailable or limited our rate five times in a row. */
export class CircuitBreaker {
  private readonly circuits = new Map<string, { failures: number; openAt: number }>();

  /** `now` in milliseconds. */
  constructor(private readonly now: () => number = Date.now) {}

  /** How long the model is not to be called; 0 where it may be. */
  secondsUntilOpen(model: string): number {
    return Math.max(0, (this.circuits.get(model)?.openAt ?? 0) - this.now()) / 1000;
  }

  /** Models that are not to be called now. */
  paused(): string[] {
    return [...this.circuits.keys()].filter((model) => this.secondsUntilOpen(model) > 0);
  }

  succeeded(model: string): void {
    this.circuits.delete(model);
  }

  failed(model: string, error: unknown): void {
    if (!(error instanceof SummarizerError)) return;
    if (error.code !== 'unavailable' && error.code !== 'rate-limited') return this.succeeded(model);
    const failures = (this.circuits.get(model)?.failures ?? 0) + 1;
    const openAt = failures < FAILURES_IN_A_ROW ? 0 : this.now() + PAUSE_MS;
    this.circuits.set(model, { failures, openAt });
  }
}
