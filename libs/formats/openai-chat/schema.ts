import { z } from 'zod';

const text = z.looseObject({ type: z.literal('text'), text: z.string() });

const imageUrl = z.looseObject({
  type: z.literal('image_url'),
  image_url: z.looseObject({ url: z.string(), detail: z.string().nullish() }),
});

const inputAudio = z.looseObject({
  type: z.literal('input_audio'),
  input_audio: z.looseObject({ data: z.string(), format: z.string() }),
});

const file = z.looseObject({
  type: z.literal('file'),
  file: z.looseObject({
    file_data: z.string().nullish(),
    file_id: z.string().nullish(),
    filename: z.string().nullish(),
  }),
});

const refusal = z.looseObject({ type: z.literal('refusal'), refusal: z.string() });

const functionCall = z.looseObject({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
});

const customCall = z.looseObject({
  id: z.string().min(1),
  type: z.literal('custom'),
  custom: z.looseObject({ name: z.string(), input: z.string() }),
});

const toolCall = z.discriminatedUnion('type', [functionCall, customCall]);

/** OpenAI takes media from users alone; compatible servers take it in every role, so it is read there too. */
const content = z.union([
  z.string(),
  z.array(z.discriminatedUnion('type', [text, imageUrl, inputAudio, file])),
]);
const assistantPart = z.discriminatedUnion('type', [text, refusal, imageUrl, inputAudio, file]);

const name = z.string().nullish();

/** SDKs dump what a model did not use as null, so null stands for absent. */
const assistant = z.looseObject({
  role: z.literal('assistant'),
  content: z.union([z.string(), z.array(assistantPart)]).nullish(),
  refusal: z.string().nullish(),
  /** A spoken answer, by the id under which OpenAI keeps it. */
  audio: z.looseObject({}).nullish(),
  name,
  tool_calls: z.array(toolCall).nullish(),
  function_call: z
    .unknown()
    .refine(
      (call) => call === undefined || call === null,
      'legacy function calls are not read, send tool_calls',
    )
    .optional(),
});

/** Some benchmarks record calls that a simulated user makes; no provider takes them. */
const user = z.looseObject({ role: z.literal('user'), content, name, tool_calls: z.unknown().optional() });

/** One message of OpenAI's chat completions; keys it does not name are kept as they came. */
export const chatMessageSchema = z.discriminatedUnion('role', [
  z.looseObject({ role: z.literal('system'), content, name }),
  z.looseObject({ role: z.literal('developer'), content, name }),
  user,
  assistant,
  z.looseObject({ role: z.literal('tool'), content, tool_call_id: z.string().min(1), name }),
]);

export type ChatMessage = z.infer<typeof chatMessageSchema>;
export type ChatContentPart = z.infer<typeof assistantPart>;
export type ChatToolCall = z.infer<typeof toolCall>;
