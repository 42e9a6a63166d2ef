import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export type { Counter, Gauge, Histogram } from 'prom-client';

/** `name` without the prefix: `events_total` becomes `verbatim_events_total`. */
export interface MetricOptions<L extends string> {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly L[];
}

/** Well below what Prometheus waits for an answer. */
const COLLECT_MS = 2000;

/**
 * One process's metrics in a registry of its own: Node's usual process metrics, and ours with the prefix
 * `verbatim_`. A name can be taken once; a second time throws.
 */
export class Metrics {
  private readonly registry = new Registry();
  readonly contentType: string = this.registry.contentType;

  private readonly failures: Counter<'metric'>;

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    this.failures = this.counter({
      name: 'metrics_failures_total',
      help: 'Readings without a metric: its value could not be had, or not within two seconds',
      labels: ['metric'],
    });
  }

  counter<L extends string = never>(options: MetricOptions<L>): Counter<L> {
    return new Counter<L>(this.described(options));
  }

  /**
   * `collect`, where given, sets the value whenever the metrics are read. Where it fails, or takes longer than two
   * seconds, the metric is missing in that reading and counted in `metrics_failures_total`; the others are there.
   */
  gauge<L extends string = never>(
    options: MetricOptions<L> & { readonly collect?: (gauge: Gauge<L>) => void | Promise<void> },
  ): Gauge<L> {
    const { collect } = options;
    const collected =
      collect &&
      oneAtATime(
        async () => collect(gauge),
        COLLECT_MS,
        () => this.missed(gauge, options),
      );
    const gauge: Gauge<L> = new Gauge<L>({
      ...this.described(options),
      ...(collected === undefined ? {} : { collect: collected }),
    });
    return gauge;
  }

  /** `buckets` are upper bounds in the unit of what is observed (seconds for durations, as Prometheus has it). */
  histogram<L extends string = never>(
    options: MetricOptions<L> & { readonly buckets: readonly number[] },
  ): Histogram<L> {
    return new Histogram<L>({ ...this.described(options), buckets: [...options.buckets] });
  }

  /** All metrics in Prometheus' text format, to be served as `contentType`. */
  render(): Promise<string> {
    return this.registry.metrics();
  }

  /** What the last reading said is not so any more, and 0 never was. */
  private missed<L extends string>(gauge: Gauge<L>, { name, labels = [] }: MetricOptions<L>): void {
    this.failures.inc({ metric: `verbatim_${name}` });
    gauge.reset();
    if (labels.length === 0) gauge.remove();
  }

  private described<L extends string>({ name, help, labels = [] }: MetricOptions<L>) {
    return { name: `verbatim_${name}`, help, labelNames: labels, registers: [this.registry] };
  }
}

/** One run at a time, which whoever asks meanwhile shares: one that hangs is not started again by every reading. */
function oneAtATime(run: () => Promise<void>, timeoutMs: number, onFailure: () => void): () => Promise<void> {
  let running: Promise<void> | undefined;
  return async () => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no value within ${timeoutMs} ms`)), timeoutMs);
    });
    running ??= run().finally(() => (running = undefined));
    try {
      await Promise.race([running, late]);
    } catch {
      onFailure();
    } finally {
      clearTimeout(timer);
    }
  };
}
