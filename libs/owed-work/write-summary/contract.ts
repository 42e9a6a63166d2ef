import type { Encoding } from '@verbatim/tokens';
import type { SummaryMessage, SummaryPurpose, Usage } from '@verbatim/llm';
import type { Loss, SummarizerChoice, Trust } from '@verbatim/conversation';

/** A summary that goes into another one. Where its trust is not known it counts as the lowest. */
export interface PreviousSummary {
  readonly text: string;
  readonly trust?: Trust | undefined;
}

export interface WriteRequest {
  readonly tenant: string;
  /** The policy's; null is the installation's. */
  readonly choice: SummarizerChoice | null;
  readonly purpose: SummaryPurpose;
  /** Oldest first; they come before the messages. */
  readonly previousSummaries: readonly PreviousSummary[];
  readonly messages: readonly SummaryMessage[];
  /** What the user asked: of `tool-output`. */
  readonly question?: string | undefined;
  /** Instead of the choice's own. */
  readonly systemPrompt?: string | undefined;
  /** Tokens of what the summary stands for; a longer one is not accepted. */
  readonly tokensBefore: number;
  /** That `tokensBefore` was counted in. */
  readonly encoding: Encoding;
  /** Share of the identifiers, 0 to 1; a summary that carries fewer is not accepted. */
  readonly leastCarried: number;
  readonly signal: AbortSignal;
}

/** Everything but `kind` and `text` are fields of the events that carry summaries (`summaryShape`). */
export interface WrittenSummary {
  readonly kind: 'written';
  readonly text: string;
  readonly summarizer: string;
  readonly promptVersion: string;
  readonly tokensAfter: number;
  /** Of all requests, drafts that were not accepted included. */
  readonly usage: Usage | null;
  /** The model that was asked in vain, where the summary is extractive for that reason: whose `usage` it is. */
  readonly asked?: string;
  /** Requests to a model. */
  readonly calls: number;
  readonly made: 'llm' | 'extractive';
  readonly rejected: { readonly code: string; readonly detail: string }[];
  readonly loss: Loss;
  readonly trust: Trust;
}

/** Writes the texts of summaries. */
export interface Writer {
  /** @throws where no summary can be had, for now or for good; the signal's reason when that is aborted */
  write(request: WriteRequest): Promise<WriteResult>;
}

export type WriteResult = WrittenSummary | { readonly kind: 'not-now'; readonly seconds: number };
