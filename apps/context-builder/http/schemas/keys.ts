import { scopes } from '@verbatim/platform';
import { z } from 'zod';

export const keyRequestSchema = z.strictObject({
  scopes: z.array(z.enum(scopes)).min(1),
  name: z.string().trim().min(1).max(256).optional(),
});

export const keySchema = z.object({
  id: z.string(),
  name: z.string().nullable(),
  tenant: z.string(),
  scopes: z.array(z.string()),
  createdAt: z.string(),
  revokedAt: z.string().nullable(),
});

/** The one answer that has the key itself. */
export const createdKeySchema = keySchema.extend({ key: z.string() });
