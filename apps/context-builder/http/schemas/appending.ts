import { z } from 'zod';

const eventNameSchema = z.strictObject({
  subject: z.string().min(1).describe('The conversation of the event.'),
  id: z.string().min(1).describe('The id of the event.'),
});

export const knownRequestSchema = z.strictObject({
  events: z.array(eventNameSchema).describe('Events that a producer is about to send, or has sent.'),
});

export const knownSchema = z.object({
  events: z
    .array(eventNameSchema)
    .describe('Those of them that are in the journal, in the order in which they were asked for.'),
});
