import { PartitionHalted } from '@verbatim/event-log';
import { createLogger, Metrics } from '@verbatim/platform';
import { reportFailure, showHalted } from './halted-partitions';
import { MixedPartitions } from './mixed-partitions';

function recording() {
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger('test', 'info', {
    write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  });
  return { lines, logger, metrics: new Metrics() };
}

test('a conversation that comes through several partitions is counted each time and named once', async () => {
  const { lines, logger, metrics } = recording();
  const alarm = new MixedPartitions(metrics, logger);
  alarm.observe({ tenant: 't', conversation: 'a' }, 2);
  alarm.observe({ tenant: 't', conversation: 'a' }, 4);
  alarm.observe({ tenant: 'u', conversation: 'a' }, 4);
  expect(await metrics.render()).toContain('verbatim_projector_mixed_partitions_total 3\n');
  expect(lines).toMatchObject([
    { level: 'warn', tenant: 't', conversation: 'a', partition: 2 },
    { tenant: 'u', conversation: 'a', partition: 4 },
  ]);
});

test('halted partitions are shown as they are when the metrics are read', async () => {
  const { metrics } = recording();
  const halted = new Map<number, string>();
  showHalted(metrics, () => ({ held: [1, 3], halted }));
  expect(await metrics.render()).toContain('verbatim_projector_halted_partitions 0\n');
  halted.set(3, 'records were lost');
  expect(await metrics.render()).toContain('verbatim_projector_halted_partitions 1\n');
});

test('a halt is logged with what to do, another failure as what it is, a lost place in the group as a warning', () => {
  const { lines, logger } = recording();
  reportFailure(logger, new PartitionHalted('events', 3, 'records were lost'), {
    topic: 'events',
    partition: 3,
  });
  reportFailure(logger, new Error('no disk'), { topic: 'events', partition: 3 });
  reportFailure(logger, new Error('the coordinator is loading'), { topic: 'events' });
  expect(lines).toMatchObject([
    {
      level: 'error',
      topic: 'events',
      partition: 3,
      msg: expect.stringContaining('docs/operations/runbooks.md, "A halted partition"'),
    },
    { level: 'error', msg: 'a batch failed' },
    { level: 'warn', msg: 'the consumer group was left; joining it again' },
  ]);
});
