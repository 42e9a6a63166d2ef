import { setTimeout as sleep } from 'node:timers/promises';
import type { AllowanceLimits, RequestAllowance } from '@verbatim/conversation-store';
import {
  SummarizerError,
  type DraftFault,
  type Summarizer,
  type Summary,
  type SummaryRequest,
  type Usage,
} from '@verbatim/llm';

/** No request may be made for so long: the work is postponed. */
export class NotNow extends Error {
  constructor(readonly seconds: number) {
    super(`no request for ${seconds} s`);
  }
}

/** The second draft was not accepted either. */
export class GivenUp extends Error {}

export interface AskingOptions {
  readonly tenant: string;
  readonly summarizer: Summarizer;
  readonly allowance: RequestAllowance;
  /** Null is without any. */
  readonly limits: AllowanceLimits | null;
  readonly signal: AbortSignal;
}

const LONGEST_SLEEP_SECONDS = 5;

/** The requests that one summary takes: within the limits a minute, counted, and what came of drafts of no use. */
export class Asking {
  calls = 0;
  usage: Usage | null = null;
  readonly rejected: { readonly code: DraftFault; readonly detail: string }[] = [];

  constructor(private readonly options: AskingOptions) {}

  /** Whom it asks. */
  get name(): string {
    return this.options.summarizer.name;
  }

  /**
   * An answer of no use is asked for once more.
   * @throws GivenUp after the second one for this summary
   * @throws NotNow, SummarizerError, the signal's reason
   */
  async ask(request: SummaryRequest, inputTokens: number): Promise<Summary> {
    try {
      return await this.once(request, inputTokens);
    } catch (error) {
      if (!(error instanceof SummarizerError) || !isFault(error.code)) throw error;
      this.reject(error.code, error.message);
      const missing = request.revision?.missing ?? [];
      return this.ask({ ...request, revision: { fault: error.code, missing } }, inputTokens);
    }
  }

  /** @throws GivenUp where it was the second. */
  reject(code: DraftFault, detail: string): void {
    this.rejected.push({ code, detail });
    if (this.rejected.length > 1) throw new GivenUp(detail);
  }

  private async once(request: SummaryRequest, inputTokens: number): Promise<Summary> {
    const { summarizer, signal } = this.options;
    const reservation = await this.reserved({ input: inputTokens, output: request.maxOutputTokens });
    this.calls += 1;
    try {
      const summary = await summarizer.summarize({ ...request, signal });
      await this.spent(reservation, summary.usage);
      return summary;
    } catch (error) {
      if (error instanceof SummarizerError) await this.spent(reservation, error.usage);
      throw error;
    }
  }

  /** What was paid for already is not thrown away: once a request was made the rest waits here. */
  private async reserved(wanted: { input: number; output: number }): Promise<string | null> {
    const { tenant, summarizer, allowance, limits, signal } = this.options;
    if (limits === null) return null;
    for (;;) {
      signal.throwIfAborted();
      const answer = await allowance.reserve({ tenant, summarizer: summarizer.name }, limits, wanted);
      if (answer.kind === 'reserved') return answer.id;
      if (this.calls === 0) throw new NotNow(answer.seconds);
      const seconds = Math.min(answer.seconds, LONGEST_SLEEP_SECONDS);
      await sleep(seconds * 1000, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Where the provider did not say, what was reserved stands. */
  private async spent(reservation: string | null, usage: Usage | null): Promise<void> {
    if (usage === null) return;
    this.usage = {
      inputTokens: usage.inputTokens + (this.usage?.inputTokens ?? 0),
      outputTokens: usage.outputTokens + (this.usage?.outputTokens ?? 0),
    };
    if (reservation === null) return;
    await this.options.allowance.correct(reservation, {
      input: usage.inputTokens,
      output: usage.outputTokens,
    });
  }
}

function isFault(code: SummarizerError['code']): code is 'empty' | 'cut-off' | 'refused' {
  return code === 'empty' || code === 'cut-off' || code === 'refused';
}
