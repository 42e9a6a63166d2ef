import type { EventLog, PartitionRange } from '@verbatim/event-log';

/** One look at the end of each partition of a topic. Nobody waits for it: a log that is frozen never answers. */
export class LogEnds {
  private found: readonly PartitionRange[] | null = null;
  private isBegun = false;

  constructor(
    private readonly log: Pick<EventLog, 'partitions'>,
    private readonly topic: string,
  ) {}

  /** Begins the look where it is first asked. Null until the log has answered, and where it fails. */
  get(): readonly PartitionRange[] | null {
    if (!this.isBegun) {
      this.isBegun = true;
      this.log.partitions(this.topic).then(
        (ranges) => (this.found = ranges),
        () => undefined,
      );
    }
    return this.found;
  }
}
