import type { Metrics, Counter } from '@verbatim/platform';
import type { BatchFigures } from './conversation-projector';

/** What became of every record fetched: the counters add up to all of them. */
export class ProjectorMetrics {
  private readonly records: Counter<'outcome'>;

  constructor(metrics: Metrics) {
    this.records = metrics.counter({
      name: 'projector_records_total',
      help: 'Records of the log by what became of them',
      labels: ['outcome'],
    });
  }

  observe({ journaled, duplicates, conflicts, unreadable }: BatchFigures): void {
    this.records.inc({ outcome: 'journaled' }, journaled);
    this.records.inc({ outcome: 'duplicate' }, duplicates);
    this.records.inc({ outcome: 'conflict' }, conflicts);
    this.records.inc({ outcome: 'unreadable' }, unreadable);
  }
}
