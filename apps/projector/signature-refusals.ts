import type { Mechanism } from '@verbatim/conversation';
import { conversationKey, type SignatureRefusal } from '@verbatim/conversation-store';
import type { Counter, Logger, Metrics } from '@verbatim/platform';
import type { ReadLogRecord } from './read-events';

/** Conversations remembered, so that each is named once; the counter goes on beyond. */
const MOST_NAMED = 10_000;

/** Those of these records that are ignored for their signature. */
export function signatureRefusals(records: readonly ReadLogRecord[]): SignatureRefusal[] {
  return records.flatMap(({ read }) => {
    if (read.kind !== 'ignored' || !read.code.startsWith('signature-')) return [];
    const { tenant, conversation, id, type } = read.envelope;
    const { code, detail } = read;
    return [{ tenant, conversation, eventId: id, type, code, detail, mechanisms: mechanismsOf(type) }];
  });
}

/** Whose work an event of a type is meant to settle; which of the two of `ToolResultsFiltered` only its results would say. */
function mechanismsOf(type: string): Mechanism[] {
  switch (type) {
    case 'CheckpointCreated':
    case 'MessagesTruncated':
    case 'TopicSummarized':
    case 'TopicsArchived':
    case 'BulksMerged':
    case 'BulkRetired':
      return ['history'];
    case 'ToolResultsFiltered':
      return ['tool-results', 'tool-compaction'];
    default:
      return [];
  }
}

/** Raises an alarm for events that pose as ours, or that a service of ours signs wrongly. */
export class SignatureAlarm {
  private readonly count: Counter<'code'>;
  private readonly named = new Set<string>();

  constructor(
    metrics: Metrics,
    private readonly logger: Logger,
  ) {
    this.count = metrics.counter({
      name: 'projector_signature_refused_total',
      help: 'Events of our own types that were ignored for their signature',
      labels: ['code'],
    });
  }

  observe(refusals: readonly SignatureRefusal[]): void {
    for (const refusal of refusals) {
      this.count.inc({ code: refusal.code });
      const name = conversationKey(refusal);
      if (this.named.has(name) || this.named.size >= MOST_NAMED) continue;
      this.named.add(name);
      this.logger.warn(
        refusal,
        'an event of our own types was ignored for its signature: `verbatim doctor` says what to do',
      );
    }
  }
}
