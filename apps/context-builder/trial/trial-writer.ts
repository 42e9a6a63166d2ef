import { VerbatimError, type ModelRegistry, type SummarizerChoice } from '@verbatim/conversation';
import { SummarizerError } from '@verbatim/llm';
import {
  Acceptance,
  estimate,
  extract,
  lowestTrust,
  planDraft,
  type Writer,
  type WriteRequest,
  type WriteResult,
} from '@verbatim/owed-work';
import { chosenProvider, type Configuration } from '@verbatim/platform';
import type { TokenCounter } from '@verbatim/tokens';
import type { TrialSummary } from './trial-schema';

export interface TrialWriterOptions {
  readonly counter: TokenCounter;
  readonly registry: ModelRegistry;
  readonly configuration: Pick<Configuration, 'openai' | 'summarizer'>;
}

/** Writes the summaries of a trial by the extractive summariser, and estimates what a model would have taken. */
export class TrialWriter implements Writer {
  readonly summaries: TrialSummary[] = [];
  /** Why a summary could not be had in earnest. */
  readonly faults = new Set<string>();

  constructor(private readonly options: TrialWriterOptions) {}

  async write(request: WriteRequest): Promise<WriteResult> {
    const acceptance = await Acceptance.of(request, this.options.counter);
    const { text, summarizer, promptVersion } = await extract(request, acceptance);
    const tokensAfter = await acceptance.tokensOf(text);
    this.summaries.push(await this.described(request, tokensAfter, summarizer));
    return {
      kind: 'written',
      text,
      summarizer,
      promptVersion,
      tokensAfter,
      usage: null,
      calls: 0,
      rejected: [],
      loss: acceptance.lossIn(text),
      made: 'extractive',
      trust: lowestTrust(request),
    };
  }

  private async described(
    request: WriteRequest,
    tokensAfter: number,
    extractive: string,
  ): Promise<TrialSummary> {
    const { purpose, tokensBefore, previousSummaries } = request;
    const messages = request.messages.length;
    const about = { purpose, messages, summaries: previousSummaries.length, tokensBefore, tokensAfter };
    const asked = this.asked(request.choice);
    const none = { calls: 0, inputTokens: 0, outputTokens: 0 };
    if (asked === null) return { ...about, summarizer: extractive, simulated: false, ...none };
    const { requests, inputTokens } = await this.estimated(request, asked.model);
    // A model writes about as much as the text that stands in for its own.
    const llm = { calls: requests, inputTokens, outputTokens: requests === 0 ? 0 : tokensAfter };
    return { ...about, summarizer: asked.name, simulated: true, ...llm };
  }

  /** The model that would be asked; null where the policy's summaries are extractive here anyway. */
  private asked(choice: SummarizerChoice | null): { name: string; model: string } | null {
    const { configuration } = this.options;
    const chosen = chosenProvider(choice, configuration);
    if (typeof chosen === 'string') {
      this.faults.add(chosen);
      return null;
    }
    if (chosen.isInstallation && configuration.openai.apiKey === undefined) return null;
    return { name: `${chosen.provider}:${chosen.model}`, model: chosen.model };
  }

  private async estimated(
    request: WriteRequest,
    model: string,
  ): Promise<{ requests: number; inputTokens: number }> {
    const entry = this.options.registry.find(model) ?? null;
    try {
      return await estimate(await planDraft(request, entry, this.options.counter));
    } catch (error) {
      if (!(error instanceof SummarizerError || error instanceof VerbatimError)) throw error;
      this.faults.add(error.message);
      return { requests: 0, inputTokens: 0 };
    }
  }
}
