import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export type { Counter, Gauge, Histogram } from 'prom-client';

/** `name` without the prefix: `events_total` becomes `verbatim_events_total`. */
export interface MetricOptions<L extends string> {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly L[];
}

/**
 * One process's metrics in a registry of its own: Node's usual process metrics, and ours with the prefix
 * `verbatim_`. A name can be taken once; a second time throws.
 */
export class Metrics {
  private readonly registry = new Registry();
  readonly contentType: string = this.registry.contentType;

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  counter<L extends string = never>(options: MetricOptions<L>): Counter<L> {
    return new Counter<L>(this.described(options));
  }

  /** `collect`, where given, sets the value whenever the metrics are read. */
  gauge<L extends string = never>(
    options: MetricOptions<L> & { readonly collect?: (gauge: Gauge<L>) => void | Promise<void> },
  ): Gauge<L> {
    const { collect } = options;
    const gauge: Gauge<L> = new Gauge<L>({
      ...this.described(options),
      ...(collect === undefined ? {} : { collect: () => collect(gauge) }),
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

  private described<L extends string>({ name, help, labels = [] }: MetricOptions<L>) {
    return { name: `verbatim_${name}`, help, labelNames: labels, registers: [this.registry] };
  }
}
