import { z } from 'zod';
import { providerOptions } from '../ai-sdk/provider-options';

const absent = z.never().optional();

const requested = z.looseObject({ id: z.string(), approved: absent, signature: z.string().optional() });
const responded = z.looseObject({ id: z.string(), approved: z.boolean(), reason: z.string().optional() });
const granted = responded.extend({ approved: z.literal(true) }).optional();
const denied = responded.extend({ approved: z.literal(false) });

const call = {
  type: z.string(),
  toolCallId: z.string().min(1),
  /** Of a `dynamic-tool`; of others the type says it. */
  toolName: z.string().optional(),
  providerExecuted: z.boolean().optional(),
  callProviderMetadata: providerOptions,
};
const open = { ...call, input: z.unknown(), output: absent, errorText: absent };
const closed = { ...call, resultProviderMetadata: providerOptions };

const states = [
  z.looseObject({
    ...call,
    state: z.literal('input-streaming'),
    input: z.unknown().optional(),
    rawInput: z.string().optional(),
    output: absent,
    errorText: absent,
    approval: absent,
  }),
  z.looseObject({ ...open, state: z.literal('input-available'), approval: absent }),
  z.looseObject({ ...open, state: z.literal('approval-requested'), approval: requested }),
  z.looseObject({ ...open, state: z.literal('approval-responded'), approval: responded }),
  z.looseObject({
    ...closed,
    state: z.literal('output-available'),
    input: z.unknown(),
    output: z.unknown(),
    errorText: absent,
    preliminary: z.boolean().optional(),
    approval: granted,
  }),
  z.looseObject({
    ...closed,
    state: z.literal('output-error'),
    input: z.unknown().optional(),
    rawInput: z.unknown().optional(),
    output: absent,
    errorText: z.string(),
    approval: granted,
  }),
  z.looseObject({ ...open, state: z.literal('output-denied'), approval: denied }),
] as const;

/** A tool part as the SDK takes it: what it holds depends on its state. */
export const toolPartSchema = z
  .discriminatedUnion('state', states)
  .refine(({ type, toolName }) => type !== 'dynamic-tool' || toolName !== undefined, {
    path: ['toolName'],
    message: 'is missing',
  });

export type ToolPart = z.infer<typeof toolPartSchema>;

/** The name of its tool. */
export function toolNameOf({ type, toolName }: Pick<ToolPart, 'type' | 'toolName'>): string {
  return type === 'dynamic-tool' ? (toolName ?? '') : type.slice('tool-'.length);
}
