import { z } from 'zod';

/** Explicit runs, from a producer that marks them; they then replace inference for the conversation. */
export const runStartedSchema = z.object({ runId: z.string().min(1) });
export const runCompletedSchema = z.object({ runId: z.string().min(1) });

export const modelSwitchedSchema = z.object({
  from: z.string().nullable().optional(),
  to: z.string().min(1),
  /** The entry of the model registry as it was resolved at the switch. */
  entry: z.record(z.string(), z.unknown()).optional(),
});

export const conversationRewoundSchema = z.object({ to: z.int().min(0) });
export const conversationForkedSchema = z.object({
  from: z.string(),
  at: z.int().min(1),
});

/** The whole resolved policy; `version` is the SHA-256 of its canonical form. */
export const policyAssignedSchema = z.object({
  name: z.string().nullable(),
  origin: z.enum(['default', 'assigned']),
  version: z.string(),
  policy: z.record(z.string(), z.unknown()),
});

export const contentErasedSchema = z.object({
  messages: z.array(z.string()).optional(),
  reason: z.string(),
});
