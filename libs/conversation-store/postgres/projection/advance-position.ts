import type { Queryable } from '@verbatim/postgres';
import type { Claim, ProjectionBatch } from '../../projection/projection-store';

/**
 * A batch without records (`last` null) leaves the last one applied as it was. One that comes again because the answer to
 * its COMMIT was lost is counted once.
 */
export async function advancePosition(
  tx: Queryable,
  { group, topic, partition }: Claim,
  { nextOffset, last, applied, duplicates }: Parameters<ProjectionBatch['advance']>[0],
): Promise<void> {
  await tx.query(
    `UPDATE processor_positions
     SET next_offset = $4,
         last_offset = COALESCE($5, last_offset),
         last_record = COALESCE($6, last_record),
         applied = applied + CASE WHEN next_offset < $4 THEN $7 ELSE 0 END,
         duplicates = duplicates + CASE WHEN next_offset < $4 THEN $8 ELSE 0 END,
         updated_at = now()
     WHERE consumer_group = $1 AND topic = $2 AND partition = $3`,
    [group, topic, partition, nextOffset, last?.offset ?? null, last?.sha256 ?? null, applied, duplicates],
  );
}
