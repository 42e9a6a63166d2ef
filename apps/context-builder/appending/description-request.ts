import { conversationDescribedSchema } from '@verbatim/conversation';
import { z } from 'zod';

/** `PATCH /v1/conversations/{id}`: what changes; what is left out stays as it was, null clears it. */
export const descriptionRequestSchema = z
  .strictObject(conversationDescribedSchema.shape)
  .refine(
    (request) => Object.values(request).some((value) => value !== undefined),
    'give `title`, `user` or `metadata`',
  );
export type DescriptionRequest = z.output<typeof descriptionRequestSchema>;
