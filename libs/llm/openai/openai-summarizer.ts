import OpenAI from 'openai';
import { instructions, promptVersion, transcript } from '../prompt';
import { SummarizerError } from '../summarizer-error';
import type { Summarizer, Summary, SummaryRequest } from '../summarizer';
import { readCompletion } from './completion';
import { toSummarizerError } from './failure';

const DEFAULT_BASE_URL = 'https://api.openai.com/v1';
const DEFAULT_TIMEOUT_MS = 60_000;

export interface OpenAiSummarizerOptions {
  readonly apiKey: string;
  /** Any server that speaks the chat completions protocol, path included; the operator's alone to set. */
  readonly baseUrl?: string;
  readonly model: string;
  /** Its name for the summaries' origin; default `openai`. */
  readonly provider?: string;
  /** For the whole call, from connecting to the last byte of the body. Default: one minute. */
  readonly timeoutMs?: number;
}

/** Asks an OpenAI-compatible model for the summary: one chat completion without tools. */
export class OpenAiSummarizer implements Summarizer {
  readonly name: string;
  private readonly client: OpenAI;
  private readonly timeoutMs: number;

  constructor(private readonly options: OpenAiSummarizerOptions) {
    this.name = `${options.provider ?? 'openai'}:${options.model}`;
    this.timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    // What is not given here, the client would take from the environment.
    this.client = new OpenAI({
      apiKey: options.apiKey,
      baseURL: options.baseUrl ?? DEFAULT_BASE_URL,
      timeout: this.timeoutMs,
      maxRetries: 0,
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
      logLevel: 'off',
    });
  }

  async summarize(request: SummaryRequest): Promise<Summary> {
    request.signal?.throwIfAborted();
    const answer = await this.complete(request);
    return {
      ...readCompletion(answer, this.name),
      summarizer: this.name,
      promptVersion: promptVersion(request),
    };
  }

  private async complete(request: SummaryRequest): Promise<unknown> {
    // The client's own timeout ends with the headers, so one signal of ours covers the body too.
    const call = new AbortController();
    const timer = setTimeout(() => call.abort(), this.timeoutMs);
    const abort = (): void => call.abort();
    request.signal?.addEventListener('abort', abort, { once: true });
    try {
      return await this.client.chat.completions.create(
        {
          model: this.options.model,
          max_completion_tokens: request.maxOutputTokens,
          messages: [
            { role: 'system', content: instructions(request) },
            { role: 'user', content: transcript(request) },
          ],
        },
        { signal: call.signal },
      );
    } catch (error) {
      request.signal?.throwIfAborted();
      if (call.signal.aborted) {
        throw new SummarizerError('unavailable', `${this.name}: no answer in ${this.timeoutMs} ms`, {
          cause: error,
        });
      }
      throw toSummarizerError(error, this.name, this.options.apiKey);
    } finally {
      clearTimeout(timer);
      request.signal?.removeEventListener('abort', abort);
    }
  }
}
