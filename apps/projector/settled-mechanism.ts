import type { Mechanism, RecordedEvent } from '@verbatim/conversation';

/** Whose work an event settles, or was meant to. */
export function mechanismOf(event: RecordedEvent): Mechanism | null {
  switch (event.type) {
    case 'CheckpointCreated':
    case 'MessagesTruncated':
    case 'TopicSummarized':
    case 'TopicsArchived':
    case 'BulksMerged':
    case 'BulkRetired':
      return 'history';
    case 'ToolResultsFiltered':
      return event.data.results.every(({ mode }) => mode === 'omitted') ? 'tool-results' : 'tool-compaction';
    default:
      return null;
  }
}
