import type { CheckpointPlan, EventData, Head } from '@verbatim/conversation';
import type { Lease } from '@verbatim/conversation-store';
import type { SummaryPurpose } from '@verbatim/llm';
import { decisionOf, type Result, type WorkReader } from './owed-work';
import { SummaryInputs } from './summary-inputs';
import type { Writer } from './write-summary/contract';

/** What the event of a summary says, whatever its kind; or that it has to wait. */
type Written =
  | { readonly kind: 'written'; readonly data: Omit<EventData<'TopicSummarized'>, 'topic'> }
  | Extract<Result, { kind: 'not-now' }>;

/** Summaries that a policy's history asks for, of checkpoints and of tiers. */
export class HistorySummaries {
  private readonly inputs: SummaryInputs;

  constructor(
    private readonly reader: WorkReader,
    private readonly writer: Writer,
  ) {
    this.inputs = new SummaryInputs(reader);
  }

  /** @throws before anything is asked of a model where the event's id is taken; as `Writer.write` */
  async write(
    lease: Lease,
    head: Head,
    plan: CheckpointPlan,
    purpose: SummaryPurpose,
    signal: AbortSignal,
  ): Promise<Written> {
    const fate = await this.reader.fate(lease, plan.id);
    if (fate.kind !== 'unknown') throw new Error(`event ${plan.id} is ${fate.kind}, and its work still due`);
    const { history, encoding } = head.policy.document;
    const written = await this.writer.write({
      ...(await this.inputs.material(lease, head, plan)),
      tenant: lease.tenant,
      choice: history?.summarizer ?? null,
      purpose,
      tokensBefore: plan.tokensReplaced,
      encoding,
      leastCarried: history?.leastCarried ?? 0,
      signal,
    });
    if (written.kind === 'not-now') return written;
    const { kind: _, text: summary, ...made } = written;
    const { range, tokensBefore } = plan;
    const supersedes = plan.supersedes.map(({ id }) => id);
    return {
      kind: 'written',
      data: { range, summary, supersedes, tokensBefore, ...decisionOf(head), ...made },
    };
  }
}
