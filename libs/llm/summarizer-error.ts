import type { DraftFault, Usage } from './summarizer';

/**
 * - `rate-limited`: too many requests or tokens for now; see `retryAfterMs`.
 * - `unavailable`: no connection, no answer in time, a server error, or an answer that is no completion.
 * - `rejected`: the request itself was refused (key, model, quota, size); the same request fails again.
 * - `empty`: the model answered nothing.
 * - `cut-off`: the summary hit the limit on output tokens and is incomplete.
 * - `refused`: the model or the provider's filter declined to summarise this content.
 */
export type SummarizerErrorCode =
  'rate-limited' | 'unavailable' | 'rejected' | Extract<DraftFault, 'empty' | 'cut-off' | 'refused'>;

const RETRYABLE: Record<SummarizerErrorCode, boolean> = {
  'rate-limited': true,
  unavailable: true,
  rejected: false,
  empty: true,
  'cut-off': false,
  refused: false,
};

export class SummarizerError extends Error {
  override readonly name = 'SummarizerError';
  /** The wait the provider asked for, in milliseconds; null when it named none. */
  readonly retryAfterMs: number | null;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** What an answer of no use cost; null where there was none or it did not say. */
  readonly usage: Usage | null;

  constructor(
    readonly code: SummarizerErrorCode,
    message: string,
    details: {
      readonly retryAfterMs?: number | null;
      readonly cause?: unknown;
      readonly usage?: Usage | null;
    } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.retryAfterMs = details.retryAfterMs ?? null;
    this.retryable = RETRYABLE[code];
    this.usage = details.usage ?? null;
  }
}
