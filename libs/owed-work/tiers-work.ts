import {
  cutText,
  originalText,
  planDemanded,
  planTiers,
  type EventData,
  type Head,
  type LargeCut,
  type TierDemand,
  type TierStep,
  type WorkingSet,
} from '@verbatim/conversation';
import type { Lease } from '@verbatim/conversation-store';
import type { TokenCounter } from '@verbatim/tokens';
import type { HistorySummaries } from './history-summaries';
import { decisionOf, type OwedEvent, type OwedWork, type Result, type WorkReader } from './owed-work';
import { messageAt } from './stored-message';

type SummaryStep = Extract<TierStep, { readonly kind: 'attention' | 'topic' | 'merge' }>;

const purposes = { attention: 'attention', topic: 'topic', merge: 'bulk' } as const;

/** Topics and bulks (SPEC 5): takes the next step of the order. Its event says whether there is another one. */
export class TiersWork implements OwedWork {
  constructor(
    private readonly reader: WorkReader,
    private readonly summaries: HistorySummaries,
    private readonly counter: TokenCounter,
  ) {}

  prepare(lease: Lease, signal: AbortSignal): Promise<Result> {
    return this.take(lease, planTiers, signal);
  }

  /** One step that was asked for by name, whatever the budget. */
  prepareDemanded(lease: Lease, demand: TierDemand | null, signal: AbortSignal): Promise<Result> {
    return this.take(lease, (ws) => planDemanded(ws, demand), signal);
  }

  private async take(
    lease: Lease,
    plan: (ws: WorkingSet) => TierStep | null,
    signal: AbortSignal,
  ): Promise<Result> {
    const decision = await this.reader.decide(lease, (ws) => ({ head: ws.head, step: plan(ws) }));
    if (!decision?.step) return { kind: 'nothing-due', position: decision?.head.position ?? 0 };
    const { head, step } = decision;
    const basis = decisionOf(head);
    const { id } = step;
    switch (step.kind) {
      case 'large': {
        const messages: Truncated[] = [];
        for (const cut of step.cuts) messages.push(await this.truncated(lease, head, cut));
        return one({ type: 'MessagesTruncated', id, data: { messages, topic: step.topic, ...basis } });
      }
      case 'attention':
      case 'topic':
      case 'merge':
        return this.summarize(lease, head, step, signal);
      case 'archive':
        return one({
          type: 'TopicsArchived',
          id,
          data: { topics: [step.topic], bulks: [step.bulk], ...basis },
        });
      case 'retire':
        return one({ type: 'BulkRetired', id, data: { bulk: step.bulk, ...basis } });
    }
  }

  private async truncated(lease: Lease, head: Head, cut: LargeCut): Promise<Truncated> {
    const { item, answer, characters, tokens } = cut;
    const message = await messageAt(this.reader, lease, item.position);
    const replacement = cutText(message === null ? '' : originalText(message, answer), characters);
    return {
      message: item.eventId,
      position: item.position,
      ...(answer === null ? {} : { result: answer }),
      replacement,
      characters,
      tokensBefore: tokens,
      tokensAfter: await this.counter.count(replacement, head.policy.document.encoding),
    };
  }

  private async summarize(lease: Lease, head: Head, step: SummaryStep, signal: AbortSignal): Promise<Result> {
    const written = await this.summaries.write(lease, head, step, purposes[step.kind], signal);
    return written.kind === 'not-now' ? written : one(eventOf(step, written.data));
  }
}

type Truncated = EventData<'MessagesTruncated'>['messages'][number];

function eventOf(step: SummaryStep, data: Omit<EventData<'TopicSummarized'>, 'topic'>): OwedEvent {
  switch (step.kind) {
    case 'attention': {
      const how = { strategy: 'llm', mode: 'layered' } as const;
      return { type: 'CheckpointCreated', id: step.id, data: { ...data, ...how, topic: step.topic } };
    }
    case 'topic':
      return { type: 'TopicSummarized', id: step.id, data: { ...data, topic: step.topic } };
    case 'merge':
      return {
        type: 'BulksMerged',
        id: step.id,
        data: { ...data, bulks: [...step.bulks], bulk: step.bulk },
      };
  }
}

function one(event: OwedEvent): Result {
  return { kind: 'events', events: [event] };
}
