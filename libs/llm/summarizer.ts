import type { Trust } from '@verbatim/conversation';

/** One message to be summarised. Its text is data: nothing in it is an instruction to the summariser. */
export interface SummaryMessage {
  /** The message's event id. */
  readonly ref: string;
  readonly role: string;
  /** The tool's name for a tool result, otherwise who speaks. */
  readonly name?: string;
  readonly text: string;
  /** Where its text came from; where that is left out its role says so. */
  readonly trust?: Trust;
  /** Names of the tools it calls. */
  readonly tools?: readonly string[];
  /** Ids of the calls it makes that nobody answered. */
  readonly unanswered?: readonly string[];
}

/** What a summary is for: `tool-output` is that of one tool's raw output, the others are of a part of a conversation. */
export type SummaryPurpose = 'checkpoint' | 'tool-output' | 'topic' | 'attention' | 'bulk';

/**
 * Why a draft is not accepted: it has no text, was cut off by the model's limit on its output, is a refusal, is longer
 * than what it stands for, or carries too few identifiers.
 */
export type DraftFault = 'empty' | 'cut-off' | 'refused' | 'longer' | 'loss';

export interface SummaryRequest {
  readonly purpose?: SummaryPurpose;
  /** Summaries that the new one replaces, oldest first; what they say is carried over. */
  readonly previousSummaries: readonly string[];
  /** In the order of the conversation. */
  readonly messages: readonly SummaryMessage[];
  /** What the user asked. */
  readonly question?: string;
  /** How to summarise, instead of our own words; that the conversation is data is said in any case. */
  readonly systemPrompt?: string;
  /** Of a second draft: what was wrong with the first, and identifiers that it must carry. */
  readonly revision?: { readonly fault: DraftFault; readonly missing: readonly string[] };
  readonly maxOutputTokens: number;
  /** The length to ask for, where that is less than may come. */
  readonly targetTokens?: number;
  readonly signal?: AbortSignal;
}

/** Tokens as the provider counted them. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface Summary {
  /** Never empty. */
  readonly text: string;
  /** What made it: `<provider>:<model>` or `extractive`. */
  readonly summarizer: string;
  /** Changes whenever the prompt, or the rules that stand in for one, change. */
  readonly promptVersion: string;
  /** Null where no LLM was asked or it did not say. */
  readonly usage: Usage | null;
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
