import { VerbatimError } from '@verbatim/conversation';
import type { z } from 'zod';
import { sentence } from '../sentence';

/** The value as the schema has it. @throws VerbatimError `event-invalid`, one sentence that begins with `path` */
export function read<T>(schema: z.ZodType<T>, value: unknown, path: string): T {
  const result = schema.safeParse(value);
  if (!result.success) throw new VerbatimError('event-invalid', sentence(result.error, value, path));
  return result.data;
}
