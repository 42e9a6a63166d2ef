import type { Mechanism } from '@verbatim/conversation';
import type { ConversationReader } from '@verbatim/conversation-store';
import type { TokenCounter } from '@verbatim/tokens';
import { CompactionWork } from './compaction-work';
import { HistorySummaries } from './history-summaries';
import { HistoryWork } from './history-work';
import { OmissionWork } from './omission-work';
import type { OwedWork } from './owed-work';
import type { SummaryWriter } from './summary-writer';
import type { TiersWork } from './tiers-work';

/** The work of every mechanism. */
export function owedWorks(
  reader: ConversationReader,
  writer: SummaryWriter,
  counter: TokenCounter,
  tiers: TiersWork,
): Readonly<Record<Mechanism, OwedWork>> {
  return {
    history: new HistoryWork(reader, new HistorySummaries(reader, writer), tiers),
    'tool-results': new OmissionWork(reader, counter),
    'tool-compaction': new CompactionWork(reader, writer, counter),
  };
}
