import { z } from 'zod';

const text = { text: z.string() };

const known = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('input_text'), ...text }),
  z.looseObject({ type: z.literal('output_text'), ...text }),
  z.looseObject({ type: z.literal('text'), ...text }),
  z.looseObject({ type: z.literal('refusal'), refusal: z.string() }),
  z.looseObject({
    type: z.literal('input_image'),
    image_url: z.string().nullish(),
    file_id: z.string().nullish(),
    detail: z.string().nullish(),
  }),
  z.looseObject({
    type: z.literal('input_file'),
    file_id: z.string().nullish(),
    file_url: z.string().nullish(),
    file_data: z.string().nullish(),
    filename: z.string().nullish(),
  }),
  z.looseObject({
    type: z.literal('input_audio'),
    input_audio: z.looseObject({ data: z.string(), format: z.string() }),
  }),
]);

const KNOWN = new Set<string>(known.options.map(({ shape }) => shape.type.value));

/** An element of another type, kept as it came. */
const other = z
  .looseObject({ type: z.string() })
  .refine(({ type }) => !KNOWN.has(type), 'is not what its type says')
  .transform((value) => ({ type: 'other' as const, value }));

const content = z.union([z.string(), z.array(z.union([known, other]))]);

const callId = z.string().min(1);
const output = z.looseObject({ call_id: callId, output: content });

export const messageSchema = z.looseObject({
  role: z.enum(['user', 'assistant', 'system', 'developer']),
  content,
});

/** What `systemData` writes. */
export const instructionsSchema = z.looseObject({ instructions: z.string() });

const object = z.looseObject({});

export const computerCallSchema = z.looseObject({ call_id: callId });
export const shellCallSchema = z.looseObject({ call_id: callId, action: object });
export const applyPatchCallSchema = z.looseObject({ call_id: callId, operation: object });
export const functionCallSchema = z.looseObject({ call_id: callId, name: z.string(), arguments: z.string() });
export const customCallSchema = z.looseObject({ call_id: callId, name: z.string(), input: z.string() });

export const textOutputSchema = output;
export const computerOutputSchema = z.looseObject({
  call_id: callId,
  output: z.looseObject({
    type: z.literal('computer_screenshot'),
    image_url: z.string().nullish(),
    file_id: z.string().nullish(),
  }),
});
export const localShellOutputSchema = z.looseObject({ output: z.string() });
const printed = z.looseObject({ stdout: z.string(), stderr: z.string(), outcome: object });
export const shellOutputSchema = z.looseObject({ call_id: callId, output: z.array(printed) });
export const applyPatchOutputSchema = z.looseObject({
  call_id: callId,
  status: z.enum(['completed', 'failed']),
  output: z.string().nullish(),
});

const texts = z.array(z.looseObject({ text: z.string() })).nullish();

export const reasoningSchema = z.looseObject({
  summary: texts,
  content: texts,
  encrypted_content: z.string().nullish(),
});

export type ContentElement = Exclude<z.infer<typeof content>, string>[number];
export type Content = z.infer<typeof content>;
