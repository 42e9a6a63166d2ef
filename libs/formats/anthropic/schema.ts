import { z } from 'zod';

const block = z.looseObject({ type: z.string() });
const content = z.union([z.string(), z.array(block)]);

/** A message, or a response taken as one; its keys beside role, content and model are kept in the raw text only. */
export const messageSchema = z.looseObject({
  role: z.enum(['user', 'assistant', 'system']),
  content,
});

/** What `systemData` writes. */
export const systemSchema = z.looseObject({ system: content });

export const textSchema = z.looseObject({ text: z.string() });

export const mediaSchema = z.looseObject({ source: block });

export const toolUseSchema = z.looseObject({ id: z.string().min(1), name: z.string() });

export const toolResultSchema = z.looseObject({
  tool_use_id: z.string().min(1),
  content: content.nullish(),
  is_error: z.boolean().nullish(),
});

export const thinkingSchema = z.looseObject({ thinking: z.string(), signature: z.string().nullish() });

export const redactedSchema = z.looseObject({ data: z.string() });

export type NativeBlock = z.infer<typeof block>;
