import { CONVERSATION_EVENTS, type EventLog, KafkaEventLog, type PartitionRange } from '@verbatim/event-log';
import type { GivenUp } from '../../load/truth';
import type { World } from '../../world/world';

const READ_AT_ONCE = 500;

/** With the log straight from the brokers, as an operator's tools see it. */
export async function withLog<T>(
  { kafka, settings }: World,
  work: (log: EventLog) => Promise<T>,
): Promise<T> {
  if (kafka === null) throw new Error('this world has no Kafka');
  const prefix = settings['VERBATIM_KAFKA_PREFIX'] ?? '';
  const log = new KafkaEventLog({ brokers: kafka.brokers, prefix });
  try {
    return await work(log);
  } finally {
    await log.close();
  }
}

/** Where the projectors go on, by partition; nothing of a partition that was never claimed. */
export async function storedPositions({ database }: World): Promise<Map<number, number>> {
  const rows = await database.query<{ partition: number; next_offset: string }>(
    'SELECT partition, next_offset FROM processor_positions WHERE topic = $1',
    [CONVERSATION_EVENTS],
  );
  return new Map(rows.map(({ partition, next_offset }) => [partition, Number(next_offset)]));
}

/** The events in a stretch of a partition, `to` apart. */
export async function eventsIn(log: EventLog, partition: number, from: number, to: number): Promise<GivenUp> {
  const events: GivenUp['events'][number][] = [];
  for (let offset = from; offset < to;) {
    const records = await log.read({ topic: CONVERSATION_EVENTS, partition, offset }, READ_AT_ONCE);
    for (const { value, offset: at } of records) if (at < to) events.push(nameOf(value));
    offset = (records.at(-1)?.offset ?? to) + 1;
  }
  return { partition, from, to, events };
}

/** What docs/operations/runbooks.md says of a halted partition: the log's `low` is where projectors go on. */
export async function goOnAtLow(
  world: World,
  isHalted: (position: number, range: PartitionRange) => boolean,
): Promise<void> {
  const projectors = world.of('projector');
  await Promise.all(projectors.map((projector) => projector.down()));
  const ranges = await withLog(world, (log) => log.partitions(CONVERSATION_EVENTS));
  const positions = await storedPositions(world);
  for (const range of ranges) {
    const { partition, low } = range;
    if (!isHalted(positions.get(partition) ?? low, range)) continue;
    await world.database.query(
      `UPDATE processor_positions SET next_offset = $3, last_offset = NULL, last_record = NULL
       WHERE consumer_group = 'verbatim-projector' AND topic = $1 AND partition = $2`,
      [CONVERSATION_EVENTS, partition, low],
    );
  }
  await Promise.all(projectors.map((projector) => projector.up()));
}

function nameOf(value: Buffer | null): GivenUp['events'][number] {
  const event = JSON.parse(String(value)) as { tenantid?: string; subject: string; id: string };
  return { tenant: event.tenantid ?? 'default', conversation: event.subject, id: event.id };
}
