import type { Terminal } from '../terminal';

const SAMPLES = 10;

/** What is measured: `of` is the whole, and `written` writes an amount. */
export interface Measure {
  readonly label: string;
  readonly of: number;
  readonly written: (amount: number) => string;
}

export const counted = (amount: number): string => Math.round(amount).toLocaleString('en-US');
export const megabytes = (bytes: number): string => `${counted(bytes / 1e6)} MB`;

/** A line of progress every second, or ten times a second for a person: amount, rate of late, remaining time. */
export class Meter {
  private done = 0;
  private readonly samples: { readonly at: number; readonly done: number }[] = [];
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly terminal: Terminal,
    private readonly measure: Measure,
    private readonly now: () => number = Date.now,
  ) {
    this.sample();
    this.timer = setInterval(() => this.show(), terminal.interactive ? 100 : 1000);
    if (terminal.interactive) this.show();
  }

  set(done: number): void {
    this.done = done;
  }

  add(more: number): void {
    this.done += more;
  }

  /** Ends the measuring, and clears the line that a person saw. */
  end(): void {
    clearInterval(this.timer);
    if (this.terminal.interactive) this.terminal.err('\r\u001B[K');
  }

  /** `chat.json: 12,345 of 20,000 · 2,100/s · 4 s left` */
  line(): string {
    const { label, of, written } = this.measure;
    const [first] = this.samples;
    const seconds = (this.now() - (first?.at ?? 0)) / 1000;
    const rate = seconds > 0 ? (this.done - (first?.done ?? 0)) / seconds : 0;
    const parts = [`${label}: ${written(this.done)} of ${written(of)}`];
    if (rate > 0) parts.push(`${written(rate)}/s`, `${remaining((of - this.done) / rate)} left`);
    return parts.join(' · ');
  }

  private show(): void {
    const line = this.line();
    this.sample();
    this.terminal.err(this.terminal.interactive ? `\r\u001B[K${line}` : `${line}\n`);
  }

  private sample(): void {
    const latest = this.samples.at(-1);
    if (latest !== undefined && this.now() - latest.at < 1000) return;
    this.samples.push({ at: this.now(), done: this.done });
    if (this.samples.length > SAMPLES) this.samples.shift();
  }
}

function remaining(seconds: number): string {
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  return seconds < 6000 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`;
}
