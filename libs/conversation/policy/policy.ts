import { z } from 'zod';

const count = z.int().min(0);

const share = z.number().min(0).max(1);

/** Who writes summaries where it is not the installation's own summariser. */
export const summarizerSchema = z.strictObject({
  /** Null is the model of the provider's own configuration. */
  model: z.string().min(1).nullable().default(null),
  /** A provider that the operator configured, by its name; null is the one of the installation. */
  provider: z.string().min(1).nullable().default(null),
  /** Both may be written, and must then be those that the operator configured for the provider. */
  baseUrl: z.string().nullable().default(null),
  keyReference: z.string().nullable().default(null),
  systemPrompt: z.string().max(32_768).nullable().default(null),
  /** Tokens of one request, answer included; longer input is split. Null is that of the model registry. */
  maxContext: z.int().min(256).nullable().default(null),
  /** Most requests, tokens in and tokens out a minute, over all workers of the tenant; null is no limit. */
  limitRequests: z.int().min(1).nullable().default(null),
  limitInput: z.int().min(1).nullable().default(null),
  limitOutput: z.int().min(1).nullable().default(null),
});
export type SummarizerChoice = z.infer<typeof summarizerSchema>;

/** What every kind of history says of its summaries. */
const summaries = {
  summaryRole: z.enum(['user', 'assistant']),
  summarizer: summarizerSchema.nullable(),
  /** Share of the range's identifiers that a summary must still carry; below it the summary is not accepted. */
  leastCarried: share.default(0),
};

export const checkpointHistorySchema = z.strictObject({
  kind: z.literal('checkpoints'),
  /** Of the three thresholds: whole numbers of live messages or tokens, or shares of the model's window. */
  unit: z.enum(['messages', 'tokens', 'share']),
  /** What is live (exempt messages apart) when the first checkpoint is due. */
  triggerAt: z.number().positive(),
  /** What stays live afterwards. */
  keepRecent: z.number().positive(),
  /** What is live when every later checkpoint is due, while one is active. */
  retriggerAt: z.number().positive(),
  summary: z.enum(['llm', 'none']),
  mode: z.enum(['layered', 'single']),
  /** The oldest half of the active summaries becomes one when so many are active; 0 is never. */
  mergeSummariesAt: count.default(0),
  ...summaries,
});
export type CheckpointHistory = z.infer<typeof checkpointHistorySchema>;

/** SPEC 5: a current topic, historical ones and bulks, each with its share of the history's budget. */
export const tiersHistorySchema = z.strictObject({
  kind: z.literal('tiers'),
  /** Share of the model's window that the history may take. */
  contextHistoryRatio: share,
  /** Tokens of the model's window as long as no `ModelSwitched` has named a model. */
  contextLength: z.int().min(1),
  shares: z.strictObject({ current: share, topics: share, bulks: share }),
  topicCompressRatio: share,
  /** A message over this share of its topic's allocation is large. */
  largeMessageToTopicRatio: share,
  bulkMergeCount: z.int().min(2),
  topicsKeepCount: count,
  newTopicOn: z.enum(['event', 'user-message']),
  ...summaries,
});
export type TiersHistory = z.infer<typeof tiersHistorySchema>;

export const historySchema = z.discriminatedUnion('kind', [checkpointHistorySchema, tiersHistorySchema]);
export type HistoryPolicy = z.infer<typeof historySchema>;

const compactionShape = {
  mode: z.enum(['simple', 'auto', 'custom']),
  /** Characters; a longer output is compacted. */
  truncationThreshold: z.int().min(1),
  /** Number of the first run that it acts on. */
  startRun: z.int().min(1),
  /** Of mode `custom`. */
  summarizer: summarizerSchema.nullable(),
};

/** SPEC 4: what becomes of long tool outputs, when a run ends and inside of one. A part that is null is off. */
export const compactionPolicySchema = z.strictObject({
  postRun: z.strictObject(compactionShape).nullable(),
  inRun: z
    .strictObject({
      ...compactionShape,
      /** Iteration of its run from which on an output is compacted. */
      startIter: z.int().min(1),
      /** Most requests to the model at once. */
      maxConcurrency: z.int().min(1),
    })
    .nullable(),
});
export type CompactionPolicy = z.infer<typeof compactionPolicySchema>;

export const toolResultsPolicySchema = z.strictObject({
  /** The last N tool results stay in full; 0 leaves all as they are. */
  keepRecent: count,
  placeholder: z.string().max(32_768),
  /** Tokens that must be cleared at once before an omission is decided; 0 decides at every result. */
  clearAtLeast: count,
  protectUnread: z.boolean(),
  compaction: compactionPolicySchema.nullable().default(null),
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

export const sessionsPolicySchema = z.strictObject({
  /** Conversations that contexts may be asked for at the same time; null is no limit. */
  max: z.int().min(1).nullable(),
  /** Without a context for so long a session ends; 0 is never. */
  idleTimeoutMinutes: count,
});
export type SessionsPolicy = z.infer<typeof sessionsPolicySchema>;

/** A policy with every blank filled: what is recorded, hashed and shown (SPEC 0). A part that is null is off. */
export const policySchema = z.strictObject({
  preset: z.string(),
  /** Version of the rules that apply it; old rules stay in the code. */
  rules: z.literal(1),
  encoding: z.enum(['o200k_base', 'cl100k_base']),
  history: historySchema.nullable(),
  toolResults: toolResultsPolicySchema.nullable(),
  window: windowPolicySchema,
  sessions: sessionsPolicySchema.default({ max: null, idleTimeoutMinutes: 60 }),
  /** Whether calls and approvals that nobody answered stay in view, in short, however old they are; not in policies of before. */
  obligations: z.boolean().default(false),
  plugins: z.array(z.strictObject({ name: z.string(), options: z.record(z.string(), z.unknown()) })),
});
export type Policy = z.infer<typeof policySchema>;

/** The policy's history where that is of checkpoints. */
export function checkpointHistory({ history }: Policy): CheckpointHistory | null {
  return history?.kind === 'checkpoints' ? history : null;
}

/** The policy's history where that is of tiers. */
export function tiersHistory({ history }: Policy): TiersHistory | null {
  return history?.kind === 'tiers' ? history : null;
}
