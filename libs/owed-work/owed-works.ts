import type { Mechanism } from '@verbatim/conversation';
import type { TokenCounter } from '@verbatim/tokens';
import { CompactionWork } from './compaction-work';
import { HistorySummaries } from './history-summaries';
import { HistoryWork } from './history-work';
import { OmissionWork } from './omission-work';
import type { OwedWork, WorkReader } from './owed-work';
import type { TiersWork } from './tiers-work';
import type { Writer } from './write-summary/contract';

/** The work of every mechanism. */
export function owedWorks(
  reader: WorkReader,
  writer: Writer,
  counter: TokenCounter,
  tiers: TiersWork,
): Readonly<Record<Mechanism, OwedWork>> {
  return {
    history: new HistoryWork(reader, new HistorySummaries(reader, writer), tiers),
    'tool-results': new OmissionWork(reader, counter),
    'tool-compaction': new CompactionWork(reader, writer, counter),
  };
}
