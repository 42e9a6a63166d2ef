import { z } from 'zod';

/** What became of a record that was put into the log again; `waiting` until a projector has passed it. */
export const becameSchema = z.object({
  status: z
    .enum(['waiting', 'applied', 'ignored', 'refused', 'parked', 'dead-letter', 'journaled'])
    .describe('What became of it; `waiting` until a projector has passed it.'),
  error: z
    .object({
      code: z.string().describe('Stable: programs may rely on it.'),
      detail: z.string().describe('The reason in a sentence.'),
    })
    .nullable()
    .describe('Why it was not applied; null where it was, or waits.'),
  letter: z.string().nullable().describe('The letter that it became again; null where it did not.'),
});
export type Became = z.output<typeof becameSchema>;
