import { z } from 'zod';

const offset = z.int().min(0);
const count = z.int().min(0);

/** `GET /v1/lag`: where the projectors stand in the log, and what the summarizers owe. */
export const lagSchema = z.object({
  topic: z.string().describe('The topic of the log.'),
  partitions: z
    .array(
      z.object({
        partition: z.int().min(0).describe('The number of the partition.'),
        next: offset
          .nullable()
          .describe(
            'The offset of the next record to be read; null where no projector has ever claimed the partition.',
          ),
        low: offset
          .nullable()
          .describe('The first offset that the log keeps; null where the topic has no such partition.'),
        high: offset
          .nullable()
          .describe('The offset after the last record; null where the topic has no such partition.'),
        lag: count.describe('Records that wait.'),
        owner: z
          .string()
          .nullable()
          .describe('`host/process` of the projector that claimed it last; null where none has.'),
        movedAt: z
          .string()
          .meta({ format: 'date-time' })
          .nullable()
          .describe('When it last moved; null where it never did.'),
        idleSeconds: z
          .number()
          .nullable()
          .describe('Seconds since it moved, by the clock of the database; null where it never did.'),
        applied: count.describe('Records that became events of a journal.'),
        duplicates: count.describe('Records that had been there already.'),
        fault: z
          .object({
            code: z
              .enum(['records-lost', 'log-cut', 'other-log', 'no-such-partition'])
              .describe('Stable: programs may rely on it.'),
            detail: z.string().describe('What is the matter, in a sentence.'),
          })
          .nullable()
          .describe('Why the projector halts there; null where it does not.'),
      }),
    )
    .describe('Where the projectors stand, partition by partition.'),
  totals: z
    .object({
      lag: count.describe('Records that wait.'),
      applied: count.describe('Records that became events of a journal.'),
      duplicates: count.describe('Records that had been there already.'),
    })
    .describe('The sum over the partitions.'),
  work: z
    .object({
      open: count.describe('Pieces of work that are due.'),
      leased: count.describe('Pieces that a summarizer has in hand.'),
      failed: count.describe('Pieces that were given up.'),
      oldestSeconds: z.number().describe('Seconds that the oldest one has waited.'),
    })
    .describe('What the summarizers owe.'),
});

export type Lag = z.output<typeof lagSchema>;
export type PartitionLag = Lag['partitions'][number];
