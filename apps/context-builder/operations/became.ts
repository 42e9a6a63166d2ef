import { z } from 'zod';

/** What became of a record that was put into the log again; `waiting` until a projector has passed it. */
export const becameSchema = z.object({
  status: z.enum(['waiting', 'applied', 'ignored', 'refused', 'parked', 'dead-letter', 'journaled']),
  error: z.object({ code: z.string(), detail: z.string() }).nullable(),
  /** The letter that it became again. */
  letter: z.string().nullable(),
});
export type Became = z.output<typeof becameSchema>;
