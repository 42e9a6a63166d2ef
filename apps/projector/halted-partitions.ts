import { PartitionHalted, type SubscribeOptions, type Subscription } from '@verbatim/event-log';
import type { Logger, Metrics } from '@verbatim/platform';

/** Shows how many of this projector's partitions are halted, whenever the metrics are read. */
export function showHalted(metrics: Metrics, assignment: Subscription['status']): void {
  metrics.gauge({
    name: 'projector_halted_partitions',
    help: 'Partitions that this projector must not go on with',
    collect: (gauge) => gauge.set(assignment().halted.size),
  });
}

/**
 * Logs what failed in a partition; a halt, which somebody must put right, with what to do. Without a partition it is
 * the place in the group that was lost: it is taken again.
 */
export function reportFailure(
  logger: Logger,
  ...[error, place]: Parameters<NonNullable<SubscribeOptions['onError']>>
): void {
  if (place.partition === undefined) {
    logger.warn({ err: error, ...place }, 'the consumer group was left; joining it again');
    return;
  }
  const message =
    error instanceof PartitionHalted
      ? 'a partition is halted until the log or its position is put right (docs/operations/runbooks.md, "A halted partition"); it then goes on by itself'
      : 'a batch failed';
  logger.error({ err: error, ...place }, message);
}
