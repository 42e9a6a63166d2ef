import { z } from 'zod';

const offset = z.int().min(0);
const count = z.int().min(0);

/** `GET /v1/lag`: where the projectors stand in the log, and what the summarizers owe. */
export const lagSchema = z.object({
  topic: z.string(),
  partitions: z.array(
    z.object({
      partition: z.int().min(0),
      /** The next record to be read; null where no projector has ever claimed the partition. */
      next: offset.nullable(),
      /** What the log keeps, `high` exclusive; null where the topic has no such partition. */
      low: offset.nullable(),
      high: offset.nullable(),
      /** Records that wait. */
      lag: count,
      /** `host/process` of the projector that claimed it last. */
      owner: z.string().nullable(),
      movedAt: z.string().nullable(),
      /** Since it moved, by the database's clock. */
      idleSeconds: z.number().nullable(),
      applied: count,
      duplicates: count,
      /** Why the projector halts there. */
      fault: z
        .object({
          code: z.enum(['records-lost', 'log-cut', 'other-log', 'no-such-partition']),
          detail: z.string(),
        })
        .nullable(),
    }),
  ),
  totals: z.object({ lag: count, applied: count, duplicates: count }),
  work: z.object({ open: count, leased: count, failed: count, oldestSeconds: z.number() }),
});

export type Lag = z.output<typeof lagSchema>;
export type PartitionLag = Lag['partitions'][number];
