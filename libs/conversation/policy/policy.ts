import { z } from 'zod';

const count = z.int().min(0);

export const checkpointHistorySchema = z.strictObject({
  kind: z.literal('checkpoints'),
  unit: z.literal('messages'),
  /** Live messages (exempt ones apart) at which the first checkpoint is due. */
  triggerAt: z.int().min(2),
  /** Messages left live afterwards. */
  keepRecent: z.int().min(1),
  /** Live messages at which every later checkpoint is due, while one is active. */
  retriggerAt: z.int().min(2),
  summary: z.enum(['llm', 'none']),
  mode: z.enum(['layered', 'single']),
  summaryRole: z.enum(['user', 'assistant']),
  summarizer: z.strictObject({ model: z.string() }).nullable(),
});
export type CheckpointHistory = z.infer<typeof checkpointHistorySchema>;

export const toolResultsPolicySchema = z.strictObject({
  /** The last N tool results stay in full; 0 leaves all as they are. */
  keepRecent: count,
  placeholder: z.string().max(32_768),
  /** Tokens that must be cleared at once before an omission is decided; 0 decides at every result. */
  clearAtLeast: count,
  protectUnread: z.boolean(),
});
export type ToolResultsPolicy = z.infer<typeof toolResultsPolicySchema>;

export const windowPolicySchema = z.strictObject({
  maxMessages: z.int().min(1),
  maxTokens: z.int().min(1).nullable(),
  reservedOutput: count.nullable(),
  /** Share of the ceiling by which a cut moves at once, so that the prefix stays; 0 keeps exactly the last N. */
  cutStep: z.number().min(0).max(1),
});
export type WindowPolicy = z.infer<typeof windowPolicySchema>;

/** A policy with every blank filled: what is recorded, hashed and shown (SPEC 0). A part that is null is off. */
export const policySchema = z.strictObject({
  preset: z.string(),
  /** Version of the rules that apply it; old rules stay in the code. */
  rules: z.literal(1),
  encoding: z.enum(['o200k_base', 'cl100k_base']),
  history: checkpointHistorySchema.nullable(),
  toolResults: toolResultsPolicySchema.nullable(),
  window: windowPolicySchema,
  plugins: z.array(z.strictObject({ name: z.string(), options: z.record(z.string(), z.unknown()) })),
});
export type Policy = z.infer<typeof policySchema>;
