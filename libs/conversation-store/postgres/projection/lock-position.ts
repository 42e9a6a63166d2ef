import { PartitionLost } from '@verbatim/event-log';
import type { Queryable } from '@verbatim/postgres';
import type { Claim } from '../../projection/projection-store';
import { toNumber } from '../rows/columns';

/** Holds the position until the transaction ends, so that a later claim waits for it. Throws PartitionLost. */
export async function lockPosition(tx: Queryable, { group, topic, partition, epoch }: Claim): Promise<void> {
  const [row] = await tx.query<{ epoch: string }>(
    `SELECT epoch FROM processor_positions
     WHERE consumer_group = $1 AND topic = $2 AND partition = $3
     FOR UPDATE`,
    [group, topic, partition],
  );
  if (row === undefined || toNumber(row.epoch) !== epoch) throw new PartitionLost(topic, partition);
}
