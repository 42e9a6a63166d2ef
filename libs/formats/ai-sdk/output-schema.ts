import { z } from 'zod';
import { providerOptions } from './provider-options';

const mediaType = z.string();
const fileId = z.union([z.string(), z.record(z.string(), z.string())]);

const contentItem = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text'), text: z.string(), providerOptions }),
  z.looseObject({ type: z.literal('media'), data: z.string(), mediaType }),
  z.looseObject({
    type: z.literal('file-data'),
    data: z.string(),
    mediaType,
    filename: z.string().optional(),
    providerOptions,
  }),
  z.looseObject({
    type: z.literal('file-url'),
    url: z.string(),
    mediaType: mediaType.optional(),
    providerOptions,
  }),
  z.looseObject({ type: z.literal('file-id'), fileId, providerOptions }),
  z.looseObject({ type: z.literal('image-data'), data: z.string(), mediaType, providerOptions }),
  z.looseObject({ type: z.literal('image-url'), url: z.string(), providerOptions }),
  z.looseObject({ type: z.literal('image-file-id'), fileId, providerOptions }),
  z.looseObject({ type: z.literal('custom'), providerOptions }),
]);

/** What a tool gave back. */
export const outputSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text'), value: z.string(), providerOptions }),
  z.looseObject({ type: z.literal('json'), value: z.unknown(), providerOptions }),
  z.looseObject({ type: z.literal('execution-denied'), reason: z.string().optional(), providerOptions }),
  z.looseObject({ type: z.literal('error-text'), value: z.string(), providerOptions }),
  z.looseObject({ type: z.literal('error-json'), value: z.unknown(), providerOptions }),
  z.looseObject({ type: z.literal('content'), value: z.array(contentItem) }),
]);

export type Output = z.infer<typeof outputSchema>;
export type ContentItem = z.infer<typeof contentItem>;
