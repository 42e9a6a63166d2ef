import type { SummarizerChoice } from '@verbatim/conversation';
import {
  ExtractiveSummarizer,
  OpenAiSummarizer,
  SummarizerError,
  type Summarizer,
  type SummaryRequest,
} from '@verbatim/llm';
import { NotNow } from '@verbatim/owed-work';
import { chosenProvider, referencedKey, type ChosenProvider, type Configuration } from '@verbatim/platform';
import type { ModelCircuits } from '@verbatim/conversation-store';
import type { CircuitBreaker, OpenCircuit } from './circuit-breaker';
import type { SummarizerMetrics } from './summarizer-metrics';

export interface ChosenSummarizer {
  readonly summarizer: Summarizer;
  /** Null of the extractive one. */
  readonly model: string | null;
}

const EXTRACTIVE: ChosenSummarizer = { summarizer: new ExtractiveSummarizer(), model: null };

/** The summariser of each choice; the installation's own provider without an API key is the extractive one. */
export class ModelSummarizers {
  private readonly known = new Map<string, ChosenSummarizer>();

  constructor(
    private readonly configuration: Pick<Configuration, 'openai' | 'summarizer'>,
    private readonly breaker: CircuitBreaker,
    private readonly metrics: SummarizerMetrics,
    private readonly env: NodeJS.ProcessEnv = process.env,
    /** Where other processes see which models are left alone. */
    private readonly circuits?: ModelCircuits,
  ) {
    metrics.showCircuits(() => breaker.open());
  }

  /**
   * Null is the configured model.
   * @throws SummarizerError `rejected` where the choice cannot be used here
   */
  chosen(choice: SummarizerChoice | null): ChosenSummarizer {
    const provider = chosenProvider(choice, this.configuration);
    if (typeof provider === 'string') throw new SummarizerError('rejected', provider);
    const key = JSON.stringify(provider);
    const chosen = this.known.get(key) ?? this.create(provider);
    this.known.set(key, chosen);
    return chosen;
  }

  /** What the configured model's summaries are made by, or why by nothing, in words. */
  description(): string {
    try {
      const { summarizer, model } = this.chosen(null);
      return model === null ? 'extractive: no OPENAI_API_KEY' : summarizer.name;
    } catch (error) {
      if (error instanceof SummarizerError) return error.message;
      throw error;
    }
  }

  /** Above 0 while the circuit breaker keeps a summariser from being called. */
  secondsUntilOpen(name: string): number {
    return this.breaker.secondsUntilOpen(name);
  }

  /** Models that are left alone for now. */
  open(): OpenCircuit[] {
    return this.breaker.open();
  }

  private create({ provider, model, baseUrl, ...where }: ChosenProvider): ChosenSummarizer {
    const apiKey = where.isInstallation ? this.configuration.openai.apiKey : this.keyOf(provider, where);
    if (apiKey === undefined) return EXTRACTIVE;
    return { summarizer: this.observed(new OpenAiSummarizer({ apiKey, baseUrl, model, provider })), model };
  }

  private keyOf(provider: string, { keyReference }: Pick<ChosenProvider, 'keyReference'>): string {
    // The client insists on a key; a server that wants none ignores it.
    if (keyReference === null) return 'none';
    try {
      return referencedKey(keyReference, this.env);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new SummarizerError('rejected', `The key of the summarizer's provider ${provider}: ${reason}`, {
        cause,
      });
    }
  }

  private observed(summarizer: Summarizer): Summarizer {
    const { name } = summarizer;
    const summarize = async (request: SummaryRequest) => {
      const seconds = this.breaker.enter(name);
      if (seconds > 0) throw new NotNow(seconds);
      const wasOpen = this.isOpen(name);
      try {
        const summary = await summarizer.summarize(request);
        this.breaker.succeeded(name);
        this.metrics.called(name, 'answered', summary.usage);
        return summary;
      } catch (error) {
        this.breaker.failed(name, error);
        this.metrics.called(name, 'failed', error instanceof SummarizerError ? error.usage : null);
        throw error;
      } finally {
        await this.tell(name, wasOpen);
      }
    };
    return { name, summarize };
  }

  private isOpen(name: string): boolean {
    return this.breaker.open().some(({ model }) => model === name);
  }

  /** What cannot be told is seen in this process's health and metrics all the same. */
  private async tell(name: string, wasOpen: boolean): Promise<void> {
    const { circuits } = this;
    const open = this.breaker.open().find(({ model }) => model === name);
    const telling = open ? circuits?.opened(open) : wasOpen ? circuits?.closed(name) : undefined;
    await telling?.catch(() => undefined);
  }
}
