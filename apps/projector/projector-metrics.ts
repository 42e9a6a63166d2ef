import { ignoredCodes } from '@verbatim/conversation-store';
import type { Metrics, Counter } from '@verbatim/platform';
import type { BatchFigures } from './conversation-projector';

/** What became of every record fetched: the counters of records add up to all of them. */
export class ProjectorMetrics {
  private readonly records: Counter<'outcome'>;
  private readonly ignored: Counter<'code'>;

  constructor(metrics: Metrics) {
    this.records = metrics.counter({
      name: 'projector_records_total',
      help: 'Records of the log by what became of them',
      labels: ['outcome'],
    });
    this.ignored = metrics.counter({
      name: 'events_ignored_total',
      help: 'Events that were journaled and ignored, by why; `verbatim ignored` shows them',
      labels: ['code'],
    });
    // Counted from 0 on, so that the first one is a rise.
    for (const code of ignoredCodes) this.ignored.inc({ code }, 0);
  }

  observe({ journaled, duplicates, conflicts, unreadable, ignored }: BatchFigures): void {
    this.records.inc({ outcome: 'journaled' }, journaled);
    this.records.inc({ outcome: 'duplicate' }, duplicates);
    this.records.inc({ outcome: 'conflict' }, conflicts);
    this.records.inc({ outcome: 'unreadable' }, unreadable);
    for (const code of ignored) this.ignored.inc({ code });
  }
}
