import { scopes } from '@verbatim/platform';
import { z } from 'zod';
import { time } from './common';

export const keyRequestSchema = z.strictObject({
  scopes: z
    .array(z.enum(scopes))
    .min(1)
    .describe('What it allows: `append`, `context`, `read` and `admin`; none includes another.'),
  name: z.string().trim().min(1).max(256).optional().describe('Whose it is, for people.'),
});

export const keySchema = z.object({
  id: z.string().describe('The id of the key, which records and audits name.'),
  name: z.string().nullable().describe('Whose it is, for people; null where nobody said.'),
  tenant: z.string().describe('The tenant that it is of.'),
  scopes: z.array(z.string()).describe('What it allows.'),
  createdAt: time.describe('When it was made.'),
  revokedAt: time.nullable().describe('Since when it is refused; null while it holds.'),
});

/** The one answer that has the key itself. */
export const createdKeySchema = keySchema.extend({
  key: z.string().describe('The key itself, in this answer and nowhere else.'),
});
