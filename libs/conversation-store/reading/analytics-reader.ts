import type { Spending } from '@verbatim/conversation';

/** Contexts that were served for one model, in sum. */
export interface ServedFigures {
  /** As it was asked for. */
  readonly model: string;
  readonly contexts: number;
  readonly messages: number;
  readonly tokens: number;
  readonly originalMessages: number;
  readonly originalTokens: number;
}

/** What reductions did, of one conversation or of all of a tenant. Pinned messages count in `served` alone. */
export interface ReductionFigures {
  readonly conversations: number;
  /** Messages stored, and their tokens in the policy's encoding. */
  readonly stored: { readonly messages: number; readonly tokens: number };
  /** Those that summaries and cuts stand for now, and what is shown instead. */
  readonly covered: { readonly messages: number; readonly tokens: number };
  readonly summaries: { readonly messages: number; readonly tokens: number };
  readonly summariesAvoided: number;
  /** By what was asked. */
  readonly spending: readonly Spending[];
  readonly served: readonly ServedFigures[];
}

export interface AnalyticsReader {
  /** Of the tenant's conversations, or of one. Costs what the receipts of the scope do, never its messages. */
  figures(tenant: string, conversation: string | null): Promise<ReductionFigures>;
}
