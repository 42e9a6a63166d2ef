import { z } from 'zod';

/**
 * A CloudEvents 1.0 envelope with our extensions. A minimal producer sends `type`, `subject` (the conversation) and
 * `data`; an absent `id` becomes `topic/partition/offset`. `tenantid` decides the tenant, not the record's key.
 */
export const envelopeSchema = z.looseObject({
  specversion: z.string().optional(),
  id: z.string().min(1).optional(),
  source: z.string().optional(),
  type: z.string().min(1),
  subject: z.string().min(1),
  time: z.string().optional(),
  datacontenttype: z.string().optional(),
  tenantid: z.string().min(1).optional(),
  /** The version of `data`; binary mode carries it as text. */
  dataversion: z.coerce.number().int().min(1).default(1),
  causationid: z.string().optional(),
  correlationid: z.string().optional(),
  data: z.unknown(),
});
export type Envelope = z.infer<typeof envelopeSchema>;

export const DEFAULT_TENANT = 'default';
