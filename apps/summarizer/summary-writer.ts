import { VerbatimError, type ModelEntry, type SummarizerChoice } from '@verbatim/conversation';
import type { AllowanceLimits, ModelDirectory, RequestAllowance } from '@verbatim/conversation-store';
import type { Summary } from '@verbatim/llm';
import {
  Acceptance,
  Asking,
  draft,
  extract,
  GivenUp,
  lowestTrust,
  NotNow,
  planDraft,
  revised,
  type Writer,
  type WriteRequest,
  type WriteResult,
  type WrittenSummary,
} from '@verbatim/owed-work';
import type { TokenCounter } from '@verbatim/tokens';
import type { ModelSummarizers } from './model-summarizers';

export interface SummaryWriterOptions {
  readonly summarizers: ModelSummarizers;
  readonly counter: TokenCounter;
  readonly allowance: RequestAllowance;
  readonly models: Pick<ModelDirectory, 'registry'>;
}

/**
 * Writes summaries for all mechanisms: whom to ask, within which limits, and what of it is accepted. A draft that is
 * empty, cut off, a refusal, longer than what it stands for or without enough of its identifiers is asked for once
 * more; then the summary is made extractively. That one is accepted with whatever it carries, and its loss says so.
 */
export class SummaryWriter implements Writer {
  constructor(private readonly options: SummaryWriterOptions) {}

  /**
   * @throws SummarizerError where no summariser can be asked, for now or for good.
   * @throws the signal's reason when that is aborted.
   */
  async write(request: WriteRequest): Promise<WriteResult> {
    const { summarizers, counter, allowance } = this.options;
    const { summarizer, model } = summarizers.chosen(request.choice);
    const closedFor = summarizers.secondsUntilOpen(summarizer.name);
    if (closedFor > 0) return { kind: 'not-now', seconds: closedFor };
    const acceptance = await Acceptance.of(request, counter);
    const { tenant, signal } = request;
    const asking = new Asking({ tenant, summarizer, allowance, limits: limitsOf(request.choice), signal });
    try {
      const asked = model === null ? null : await this.ask(request, model, asking, acceptance);
      const summary = asked ?? (await extract(request, acceptance));
      return {
        kind: 'written',
        ...(await described(summary, acceptance, asking)),
        made: asked ? 'llm' : 'extractive',
        trust: lowestTrust(request),
      };
    } catch (error) {
      if (error instanceof NotNow) return { kind: 'not-now', seconds: error.seconds };
      throw error;
    }
  }

  /** Null where neither draft was accepted. */
  private async ask(
    request: WriteRequest,
    model: string,
    asking: Asking,
    acceptance: Acceptance,
  ): Promise<Summary | null> {
    const entry = await this.entryOf(request.tenant, model);
    let plan = await planDraft(request, entry, this.options.counter);
    try {
      for (;;) {
        const summary = await draft(plan, asking);
        const fault = await acceptance.faultOf(summary.text);
        if (fault === null) return summary;
        asking.reject(fault.code, fault.detail);
        plan = revised(plan, fault);
      }
    } catch (error) {
      if (error instanceof GivenUp) return null;
      throw error;
    }
  }

  private async entryOf(tenant: string, model: string): Promise<ModelEntry | null> {
    const registry = await this.options.models.registry(tenant);
    try {
      return registry.get(model).entry;
    } catch (error) {
      if (error instanceof VerbatimError && error.code === 'model-unknown') return null;
      throw error;
    }
  }
}

async function described(
  { text, summarizer, promptVersion }: Summary,
  acceptance: Acceptance,
  { name, usage, calls, rejected }: Asking,
): Promise<Omit<WrittenSummary, 'kind' | 'made' | 'trust'>> {
  const asked = calls > 0 && name !== summarizer ? { asked: name } : {};
  const [tokensAfter, loss] = [await acceptance.tokensOf(text), acceptance.lossIn(text)];
  return { text, summarizer, promptVersion, tokensAfter, usage, ...asked, calls, rejected, loss };
}

function limitsOf(choice: SummarizerChoice | null): AllowanceLimits | null {
  const { limitRequests = null, limitInput = null, limitOutput = null } = choice ?? {};
  if (limitRequests === null && limitInput === null && limitOutput === null) return null;
  return { requests: limitRequests, input: limitInput, output: limitOutput };
}
