import { APIError } from 'openai';
import { SummarizerError, type SummarizerErrorCode } from '../summarizer-error';

const MAX_DETAIL = 300;

/**
 * What the OpenAI client threw, as one of our codes, with the original as its cause. Where the server's words
 * repeat the API key they are dropped, so that logging the error cannot leak it.
 */
export function toSummarizerError(error: unknown, summarizer: string, apiKey: string): SummarizerError {
  const code = codeOf(error);
  const detail = error instanceof Error ? error.message : String(error);
  const leaks = apiKey !== '' && detail.includes(apiKey);
  const status = error instanceof APIError && error.status !== undefined ? ` (status ${error.status})` : '';
  const message = `${summarizer}: ${leaks ? `request failed${status}` : detail.slice(0, MAX_DETAIL)}`;
  return new SummarizerError(code, message, {
    retryAfterMs: retryAfterMs(error),
    cause: leaks ? undefined : error,
  });
}

/** Errors without a status are connections that failed and bodies that could not be read. */
function codeOf(error: unknown): SummarizerErrorCode {
  if (!(error instanceof APIError) || error.status === undefined) return 'unavailable';
  if (error.code === 'insufficient_quota' || error.type === 'insufficient_quota') return 'rejected';
  if (error.status === 429) return 'rate-limited';
  return error.status >= 500 || error.status === 408 ? 'unavailable' : 'rejected';
}

function retryAfterMs(error: unknown): number | null {
  const header = error instanceof APIError ? error.headers?.get('retry-after')?.trim() : undefined;
  if (!header) return null;
  const milliseconds = /^[\d.]+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(milliseconds) ? Math.max(0, Math.ceil(milliseconds)) : null;
}
