import type { Mechanism } from '@verbatim/conversation';
import type { WorkQueue } from '@verbatim/conversation-store';
import type { Summary } from '@verbatim/llm';
import type { Counter, Histogram, Metrics } from '@verbatim/platform';
import type { OpenCircuit } from './circuit-breaker';

/** What a leased piece of work came to. */
export type Outcome = 'published' | 'nothing-due' | 'postponed' | 'failed' | 'lost' | 'released';

const SECONDS = [0.05, 0.2, 1, 5, 15, 60, 300];

export class SummarizerMetrics {
  private readonly work: Counter<'mechanism' | 'outcome'>;
  private readonly seconds: Histogram<'mechanism'>;
  private readonly calls: Counter<'summarizer' | 'outcome'>;
  private readonly tokens: Counter<'summarizer' | 'direction'>;

  constructor(
    private readonly metrics: Metrics,
    queue: Pick<WorkQueue, 'figures'>,
  ) {
    this.work = metrics.counter({
      name: 'summarizer_work_total',
      help: 'Leased pieces of work by what they came to',
      labels: ['mechanism', 'outcome'],
    });
    this.seconds = metrics.histogram({
      name: 'summarizer_work_seconds',
      help: 'Time from lease to outcome',
      labels: ['mechanism'],
      buckets: SECONDS,
    });
    this.calls = metrics.counter({
      name: 'summarizer_calls_total',
      help: 'Calls of a summariser',
      labels: ['summarizer', 'outcome'],
    });
    this.tokens = metrics.counter({
      name: 'summarizer_tokens_total',
      help: 'Tokens spent on summaries, as the provider counts them',
      labels: ['summarizer', 'direction'],
    });
    metrics.gauge({
      name: 'summarizer_due_work',
      help: 'Open pieces of work',
      labels: ['state'],
      collect: async (gauge) => {
        const { open, leased, failed } = await queue.figures();
        gauge.set({ state: 'open' }, open);
        gauge.set({ state: 'leased' }, leased);
        gauge.set({ state: 'failed' }, failed);
      },
    });
  }

  /** 1 for each model that is left alone. */
  showCircuits(open: () => readonly OpenCircuit[]): void {
    this.metrics.gauge({
      name: 'summarizer_circuit_open',
      help: '1 while a model is left alone: it failed, or asked for patience',
      labels: ['summarizer'],
      collect: (gauge) => {
        gauge.reset();
        for (const { model } of open()) gauge.set({ summarizer: model }, 1);
      },
    });
  }

  worked(mechanism: Mechanism, outcome: Outcome, seconds: number): void {
    this.work.inc({ mechanism, outcome });
    this.seconds.observe({ mechanism }, seconds);
  }

  called(summarizer: string, outcome: 'answered' | 'failed', usage: Summary['usage']): void {
    this.calls.inc({ summarizer, outcome });
    if (!usage) return;
    this.tokens.inc({ summarizer, direction: 'input' }, usage.inputTokens);
    this.tokens.inc({ summarizer, direction: 'output' }, usage.outputTokens);
  }
}
