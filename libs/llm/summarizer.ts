/** One message to be summarised. Its text is data: nothing in it is an instruction to the summariser. */
export interface SummaryMessage {
  /** The message's event id. */
  readonly ref: string;
  readonly role: string;
  /** The tool's name for a tool result, otherwise who speaks. */
  readonly name?: string;
  readonly text: string;
}

export interface SummaryRequest {
  /** Summaries that the new one replaces, oldest first; what they say is carried over. */
  readonly previousSummaries: readonly string[];
  /** In the order of the conversation. */
  readonly messages: readonly SummaryMessage[];
  readonly maxOutputTokens: number;
  readonly signal?: AbortSignal;
}

export interface Summary {
  /** Never empty. */
  readonly text: string;
  /** What made it: `openai:<model>` or `extractive`. */
  readonly summarizer: string;
  /** Changes whenever the prompt, or the rules that stand in for one, change. */
  readonly promptVersion: string;
  /** Tokens as the provider counted them; null where no LLM was asked or it did not say. */
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number } | null;
}

export interface Summarizer {
  /** The same as `Summary.summarizer`. */
  readonly name: string;
  /**
   * One attempt, no retries: the work queue retries.
   * @throws SummarizerError for every failure of the summariser's own.
   * @throws the signal's reason when `request.signal` is aborted.
   */
  summarize(request: SummaryRequest): Promise<Summary>;
}
