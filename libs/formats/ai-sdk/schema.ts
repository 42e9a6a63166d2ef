import { z } from 'zod';
import { outputSchema } from './output-schema';
import { providerOptions } from './provider-options';

const text = z.looseObject({ type: z.literal('text'), text: z.string(), providerOptions });

const image = z.looseObject({
  type: z.literal('image'),
  image: z.string(),
  mediaType: z.string().optional(),
  providerOptions,
});

const file = z.looseObject({
  type: z.literal('file'),
  data: z.string(),
  filename: z.string().optional(),
  mediaType: z.string(),
  providerOptions,
});

const reasoning = z.looseObject({ type: z.literal('reasoning'), text: z.string(), providerOptions });

const toolCall = z.looseObject({
  type: z.literal('tool-call'),
  toolCallId: z.string().min(1),
  toolName: z.string(),
  input: z.unknown(),
  providerOptions,
  providerExecuted: z.boolean().optional(),
});

const toolResult = z.looseObject({
  type: z.literal('tool-result'),
  toolCallId: z.string().min(1),
  toolName: z.string(),
  output: outputSchema,
  providerOptions,
});

const approvalRequest = z.looseObject({
  type: z.literal('tool-approval-request'),
  approvalId: z.string(),
  toolCallId: z.string(),
  signature: z.string().optional(),
});

const approvalResponse = z.looseObject({
  type: z.literal('tool-approval-response'),
  approvalId: z.string(),
  approved: z.boolean(),
  reason: z.string().optional(),
});

/**
 * The blocks of a ModelMessage as they are read: an `input` that JSON has dropped (`undefined`) is missing. A type of a
 * later version of the SDK is no error; it is read as data.
 */
export const blockSchema = z.discriminatedUnion('type', [
  text,
  image,
  file,
  reasoning,
  toolCall.extend({ input: z.unknown().optional() }),
  toolResult,
  approvalRequest,
  approvalResponse,
]);

export type Block = z.infer<typeof blockSchema>;
export type ToolCallBlock = Extract<Block, { type: 'tool-call' }>;
export type ToolResultBlock = Extract<Block, { type: 'tool-result' }>;

export const blockTypes: readonly string[] = blockSchema.options.map(({ shape }) => shape.type.value);

/** By role, the blocks that the SDK takes in a message of it. */
export const blocksOf = {
  user: z.discriminatedUnion('type', [text, image, file]),
  assistant: z.discriminatedUnion('type', [text, file, reasoning, toolCall, toolResult, approvalRequest]),
  tool: z.discriminatedUnion('type', [toolResult, approvalResponse]),
};

const anyBlocks = z.array(z.looseObject({ type: z.string() }));
const model = z.string().optional();

/** A ModelMessage as it is read; its blocks are read one by one. `model` is no part of it, but may stand beside. */
export const messageFrame = z.discriminatedUnion('role', [
  z.looseObject({ role: z.literal('system'), content: z.string(), providerOptions, model }),
  z.looseObject({
    role: z.literal('user'),
    content: z.union([z.string(), anyBlocks]),
    providerOptions,
    model,
  }),
  z.looseObject({
    role: z.literal('assistant'),
    content: z.union([z.string(), anyBlocks]),
    providerOptions,
    model,
  }),
  z.looseObject({ role: z.literal('tool'), content: anyBlocks, providerOptions, model }),
]);

const systemMessage = z.looseObject({ role: z.literal('system'), content: z.string(), providerOptions });

/** What the `system` option takes. */
export const systemSchema = z.union([z.string(), systemMessage, z.array(systemMessage)]);
export type System = z.infer<typeof systemSchema>;
