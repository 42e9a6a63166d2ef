import { z } from 'zod';

const eventNameSchema = z.strictObject({
  subject: z.string().min(1).meta({ description: 'The conversation of the event', example: 'chat-1' }),
  id: z.string().min(1).meta({ description: 'The id of the event', example: 'm1' }),
});

export const knownRequestSchema = z.strictObject({
  events: z.array(eventNameSchema).describe('Events that a producer is about to send, or has sent'),
});

export const knownSchema = z.object({
  events: z
    .array(eventNameSchema)
    .describe('Those of them that are in the journal, in the order in which they were asked for'),
});
