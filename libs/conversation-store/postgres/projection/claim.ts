import { PartitionHalted } from '@verbatim/event-log';
import type { Queryable } from '@verbatim/postgres';
import type { ClaimedPosition, ClaimRequest } from '../../projection/projection-store';
import { toNumber } from '../rows/columns';

interface Row {
  readonly epoch: string;
  readonly next_offset: string;
  readonly log_identity: string;
  readonly last_offset: string | null;
  readonly last_record: Buffer | null;
}

/** A claim that throws must be rolled back: it then takes the partition from nobody. */
export async function claim(tx: Queryable, request: ClaimRequest): Promise<ClaimedPosition> {
  const { group, topic, partition, owner, logIdentity, low } = request;
  const [row] = await tx.query<Row>(
    `INSERT INTO processor_positions AS stored
       (consumer_group, topic, partition, owner, epoch, next_offset, log_identity)
     VALUES ($1, $2, $3, $4, 1, $5, $6)
     ON CONFLICT (consumer_group, topic, partition)
       DO UPDATE SET owner = EXCLUDED.owner, epoch = stored.epoch + 1
     RETURNING epoch, next_offset, log_identity, last_offset, last_record`,
    [group, topic, partition, owner, low, logIdentity],
  );
  if (!row) throw new Error(`the claim of ${topic}/${partition} returned no row`);
  const nextOffset = toNumber(row.next_offset);
  const problem = whyHalted(request, row.log_identity, nextOffset);
  if (problem !== null) throw new PartitionHalted(topic, partition, problem);
  return {
    claim: { group, topic, partition, owner, epoch: toNumber(row.epoch) },
    nextOffset,
    last:
      row.last_offset === null || row.last_record === null
        ? null
        : { offset: toNumber(row.last_offset), sha256: row.last_record },
  };
}

function whyHalted({ logIdentity, low, high }: ClaimRequest, known: string, next: number): string | null {
  if (known !== logIdentity) {
    return `the stored position ${next} belongs to the log ${known}, and this is the log ${logIdentity}`;
  }
  if (next < low)
    return `the next record is ${next}, but the log keeps none before ${low}: records were lost`;
  if (next > high) return `the next record is ${next}, but the log ends at ${high}: it was cut or replaced`;
  return null;
}
