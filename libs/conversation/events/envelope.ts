import { z } from 'zod';

/**
 * A CloudEvents 1.0 envelope with our extensions. A minimal producer sends `type`, `subject` (the conversation) and
 * `data`; an absent `id` becomes `topic/partition/offset`. `tenantid` decides the tenant, not the record's key.
 */
export const envelopeSchema = z.looseObject({
  specversion: z.string().optional().describe('The version of CloudEvents: 1.0.'),
  id: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The id of the event: the same one again changes nothing. Over HTTP it is made where it is left out.',
    ),
  source: z.string().optional().describe('Where the event comes from.'),
  type: z.string().min(1).describe('What happened, such as `MessageAppended`; it says what `data` is.'),
  subject: z.string().min(1).describe('The id of the conversation.'),
  time: z.string().optional().describe('When it happened (RFC 3339).'),
  datacontenttype: z.string().optional().describe('The content type of `data`: JSON.'),
  tenantid: z.string().min(1).optional().describe('The tenant; over HTTP it must be that of the request.'),
  dataversion: z.coerce.number().int().min(1).default(1).describe('The version of `data`.'),
  causationid: z.string().optional().describe('The event that led to this one.'),
  correlationid: z.string().optional().describe('What ties events of several conversations together.'),
  data: z.unknown().describe('The body of the event, as its type has it; kept byte for byte.'),
});
export type Envelope = z.infer<typeof envelopeSchema>;

export const DEFAULT_TENANT = 'default';
