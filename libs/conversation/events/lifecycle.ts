import { z } from 'zod';
import { nameSchema } from './message-appended';

/** Explicit runs, from a producer that marks them; they then replace inference for the conversation. */
export const runStartedSchema = z.object({ runId: nameSchema });
export const runCompletedSchema = z.object({ runId: nameSchema });

export const modelSwitchedSchema = z.object({
  from: z.string().nullable().optional(),
  to: nameSchema,
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
  version: z.string().regex(/^[0-9a-f]{64}$/),
  policy: z.record(z.string(), z.unknown()),
});

/**
 * An operator gives up an event that its conversation is parked at: whatever version folds, it is passed over at its own
 * place. The event counts by its id; `position` is where the journal had it that it was given up in.
 */
export const eventDiscardedSchema = z.object({
  event: z.string().min(1),
  position: z.int().min(1),
  reason: z.string().min(1),
});

export const contentErasedSchema = z.object({
  messages: z.array(z.string()).optional(),
  reason: z.string(),
});
