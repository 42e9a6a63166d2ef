/** What summaries have cost so far, those included that were refused or replaced: requests to a model, and their tokens. */
export interface Spending {
  /** What was asked: `<provider>:<model>`. */
  readonly summarizer: string;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}
