import { ExtractiveSummarizer, OpenAiSummarizer, type Summarizer, type SummaryRequest } from '@verbatim/llm';
import type { Configuration } from '@verbatim/platform';
import type { CircuitBreaker } from './circuit-breaker';
import type { SummarizerMetrics } from './summarizer-metrics';

/** The summariser of each model; without an API key the extractive one does the work of all. */
export class ModelSummarizers {
  private readonly byModel = new Map<string, Summarizer>();

  constructor(
    private readonly configuration: Pick<Configuration, 'openai' | 'summarizer'>,
    private readonly breaker: CircuitBreaker,
    private readonly metrics: SummarizerMetrics,
  ) {}

  /** Null is the configured model. */
  of(wanted: string | null): Summarizer {
    const model = wanted ?? this.configuration.summarizer.model;
    const known = this.byModel.get(model);
    if (known) return known;
    const summarizer = this.observed(this.create(model));
    this.byModel.set(model, summarizer);
    return summarizer;
  }

  /** What the configured model's summaries are made by, in words. */
  description(): string {
    return this.configuration.openai.apiKey === undefined
      ? 'extractive: no OPENAI_API_KEY'
      : `openai:${this.configuration.summarizer.model}`;
  }

  /** Above 0 while the circuit breaker keeps a summariser from being called. */
  secondsUntilOpen(name: string): number {
    return this.breaker.secondsUntilOpen(name);
  }

  paused(): string[] {
    return this.breaker.paused();
  }

  private create(model: string): Summarizer {
    const { apiKey, baseUrl } = this.configuration.openai;
    if (apiKey === undefined) return new ExtractiveSummarizer();
    return new OpenAiSummarizer({ apiKey, model, ...(baseUrl === undefined ? {} : { baseUrl }) });
  }

  private observed(summarizer: Summarizer): Summarizer {
    const { name } = summarizer;
    const summarize = async (request: SummaryRequest) => {
      try {
        const summary = await summarizer.summarize(request);
        this.breaker.succeeded(name);
        this.metrics.called(name, 'answered', summary.usage);
        return summary;
      } catch (error) {
        this.breaker.failed(name, error);
        this.metrics.called(name, 'failed', null);
        throw error;
      }
    };
    return { name, summarize };
  }
}
