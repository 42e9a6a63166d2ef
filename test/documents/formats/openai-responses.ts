import { z } from 'zod';
import * as read from '../../../libs/formats/openai-responses/schema';
import { having, options, type Reading } from './reading';

/** Null counts as absent. */
const type = z.null().optional();
const untyped = { properties: { type: { type: 'null' } } };

const isMessage = { anyOf: [having('type', 'message'), { ...untyped, required: ['role'] }] };
const isReference = {
  ...untyped,
  required: ['id'],
  properties: { ...untyped.properties, id: { type: 'string' } },
};
const isApart = {
  ...untyped,
  required: ['instructions'],
  not: { anyOf: [{ required: ['role'] }, isReference] },
};

/** What an item is known by: its type; messages, references and instructions may leave it out. */
const item = z.union([
  z.looseObject({ type: z.string().min(1) }),
  z.looseObject({ type, role: z.unknown() }),
  z.looseObject({ type, id: z.string() }),
  z.looseObject({ type, instructions: z.unknown() }),
]);

const [, list] = read.messageSchema.shape.content.options;
const [known] = list.element.options;
const elements = options(known.options);

const callId = z.string().min(1);

const calls = {
  function_call: read.functionCallSchema,
  custom_tool_call: read.customCallSchema,
  computer_call: read.computerCallSchema,
  local_shell_call: read.shellCallSchema,
  shell_call: read.shellCallSchema,
  apply_patch_call: read.applyPatchCallSchema,
};

const outputs = {
  function_call_output: read.textOutputSchema,
  custom_tool_call_output: read.textOutputSchema,
};

const others = {
  computer_call_output: read.computerOutputSchema,
  local_shell_call_output: z.union([
    read.localShellOutputSchema.extend({ call_id: callId }),
    read.localShellOutputSchema.extend({ id: callId }),
  ]),
  shell_call_output: read.shellOutputSchema,
  apply_patch_call_output: read.applyPatchOutputSchema,
  reasoning: read.reasoningSchema,
};

export const openAiResponses: readonly Reading[] = [
  { read: item },
  { when: isApart, read: read.instructionsSchema },
  { when: isMessage, read: read.messageSchema, items: { content: elements } },
  ...Object.entries({ ...calls, ...others }).map(([name, schema]) => ({
    when: having('type', name),
    read: schema,
  })),
  ...Object.entries(outputs).map(([name, schema]) => ({
    when: having('type', name),
    read: schema,
    items: { output: elements },
  })),
];
