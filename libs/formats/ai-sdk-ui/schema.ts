import { z } from 'zod';
import { providerOptions } from '../ai-sdk/provider-options';
import { toolPartSchema } from './tool-schema';

const state = z.enum(['streaming', 'done']).optional();

const partSchemas = {
  text: z.looseObject({
    type: z.literal('text'),
    text: z.string(),
    state,
    providerMetadata: providerOptions,
  }),
  reasoning: z.looseObject({
    type: z.literal('reasoning'),
    id: z.string().optional(),
    text: z.string(),
    state,
    providerMetadata: providerOptions,
  }),
  file: z.looseObject({
    type: z.literal('file'),
    mediaType: z.string(),
    filename: z.string().optional(),
    url: z.string(),
    providerMetadata: providerOptions,
  }),
  'source-url': z.looseObject({
    type: z.literal('source-url'),
    sourceId: z.string(),
    url: z.string(),
    title: z.string().optional(),
    providerMetadata: providerOptions,
  }),
  'source-document': z.looseObject({
    type: z.literal('source-document'),
    sourceId: z.string(),
    mediaType: z.string(),
    title: z.string(),
    filename: z.string().optional(),
    providerMetadata: providerOptions,
  }),
  'step-start': z.looseObject({ type: z.literal('step-start') }),
};

const dataSchema = z.looseObject({ type: z.string(), id: z.string().optional(), data: z.unknown() });

export type TextPart = z.infer<typeof partSchemas.text>;
export type ReasoningPart = z.infer<typeof partSchemas.reasoning>;
export type FilePart = z.infer<typeof partSchemas.file>;

export const textSchema = partSchemas.text;
export const reasoningSchema = partSchemas.reasoning;
export const fileSchema = partSchemas.file;

/** What the SDK takes as a part of the type; null for a type that it does not know. */
export function partSchemaFor(type: string): z.ZodType | null {
  if (Object.hasOwn(partSchemas, type)) return partSchemas[type as keyof typeof partSchemas];
  if (isToolType(type)) return toolPartSchema;
  return type.startsWith('data-') ? dataSchema : null;
}

export function isToolType(type: string): boolean {
  return type === 'dynamic-tool' || type.startsWith('tool-');
}

/** A UIMessage as it is read: its parts are read one by one, and one without an id gets one as it leaves. */
export const messageFrame = z.looseObject({
  id: z.string().optional(),
  role: z.enum(['system', 'user', 'assistant']),
  parts: z.array(z.looseObject({ type: z.string() })),
  model: z.string().optional(),
});

/** A UIMessage as the SDK takes it. */
export const validFrame = messageFrame.extend({ id: z.string() });
