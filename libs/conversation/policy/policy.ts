import { z } from 'zod';

const count = z.int().min(0);

const share = z.number().min(0).max(1);

/** Who writes summaries where it is not the installation's own summariser. */
export const summarizerSchema = z.strictObject({
  model: z
    .string()
    .min(1)
    .describe('The model; null is the one of the provider’s own configuration.')
    .nullable()
    .default(null),
  provider: z
    .string()
    .min(1)
    .describe('A provider that the operator configured, by its name; null is the one of the installation.')
    .nullable()
    .default(null),
  baseUrl: z
    .string()
    .describe('Where written, it must be that of the provider’s configuration.')
    .nullable()
    .default(null),
  keyReference: z
    .string()
    .describe('The name of a key that the operator configured for the provider; never a key itself.')
    .nullable()
    .default(null),
  systemPrompt: z
    .string()
    .max(32_768)
    .describe('What the model is told to do; null is the shipped text.')
    .nullable()
    .default(null),
  maxContext: z
    .int()
    .min(256)
    .describe(
      'Tokens of one request, answer included; longer input is split. Null is that of the model registry.',
    )
    .nullable()
    .default(null),
  limitRequests: z
    .int()
    .min(1)
    .describe('Most requests a minute, over all workers of the tenant; null is no limit.')
    .nullable()
    .default(null),
  limitInput: z
    .int()
    .min(1)
    .describe('Most tokens in a minute, over all workers of the tenant; null is no limit.')
    .nullable()
    .default(null),
  limitOutput: z
    .int()
    .min(1)
    .describe('Most tokens out a minute, over all workers of the tenant; null is no limit.')
    .nullable()
    .default(null),
});
export type SummarizerChoice = z.infer<typeof summarizerSchema>;

/** What every kind of history says of its summaries. */
const summaries = {
  summaryRole: z.enum(['user', 'assistant']).describe('The role that summaries have in contexts.'),
  summarizer: summarizerSchema
    .nullable()
    .describe('Who writes the summaries; null is the installation’s own.'),
  leastCarried: share
    .describe(
      'Share of the identifiers of a range that its summary must still carry; below it the summary is not accepted.',
    )
    .default(0),
};

export const checkpointHistorySchema = z.strictObject({
  kind: z.literal('checkpoints').describe('Summaries or cuts of ranges of messages.'),
  unit: z
    .enum(['messages', 'tokens', 'share'])
    .describe(
      'What the three thresholds count: live messages, their tokens, or shares of the model’s window.',
    ),
  triggerAt: z
    .number()
    .positive()
    .describe('What is live, exempt messages apart, when the first checkpoint is due.'),
  keepRecent: z.number().positive().describe('What stays live afterwards.'),
  retriggerAt: z
    .number()
    .positive()
    .describe('What is live when every later checkpoint is due, while one is active.'),
  summary: z.enum(['llm', 'none']).describe('Whether a model writes a summary, or the range is cut.'),
  mode: z
    .enum(['layered', 'single'])
    .describe('Whether summaries stand one after another, or each takes the earlier one in.'),
  mergeSummariesAt: count
    .describe('The oldest half of the active summaries becomes one when so many are active; 0 is never.')
    .default(0),
  ...summaries,
});
export type CheckpointHistory = z.infer<typeof checkpointHistorySchema>;

/** SPEC 5: a current topic, historical ones and bulks, each with its share of the history's budget. */
export const tiersHistorySchema = z.strictObject({
  kind: z.literal('tiers').describe('A current topic, historical ones and bulks.'),
  contextHistoryRatio: share.describe('Share of the model’s window that the history may take.'),
  contextLength: z
    .int()
    .min(1)
    .describe('Tokens of the model’s window as long as no `ModelSwitched` has named a model.'),
  shares: z
    .strictObject({
      current: share.describe('Share of the history that the current topic may take.'),
      topics: share.describe('Share of the history that historical topics may take.'),
      bulks: share.describe('Share of the history that bulks may take.'),
    })
    .describe('How the history is shared.'),
  topicCompressRatio: share.describe(
    'Share of a topic’s messages between its first and last that a compression makes one summary of.',
  ),
  largeMessageToTopicRatio: share.describe('A message over this share of its topic’s allocation is large.'),
  bulkMergeCount: z.int().min(2).describe('How many bulks are merged at once.'),
  topicsKeepCount: count.describe('How many historical topics are kept before they become a bulk.'),
  newTopicOn: z
    .enum(['event', 'user-message'])
    .describe('Whether a topic begins with a `TopicStarted`, or with each message of the user.'),
  ...summaries,
});
export type TiersHistory = z.infer<typeof tiersHistorySchema>;

export const historySchema = z.discriminatedUnion('kind', [checkpointHistorySchema, tiersHistorySchema]);
export type HistoryPolicy = z.infer<typeof historySchema>;

const compactionShape = {
  mode: z
    .enum(['simple', 'auto', 'custom'])
    .describe(
      'Whether outputs are cut (`simple`), summarised by the model of the conversation (`auto`), or by `summarizer` (`custom`).',
    ),
  truncationThreshold: z.int().min(1).describe('Characters; a longer output is compacted.'),
  startRun: z.int().min(1).describe('Number of the first run that it acts on.'),
  summarizer: summarizerSchema
    .nullable()
    .describe('Who writes the summaries of mode `custom`; null otherwise.'),
};

/** SPEC 4: what becomes of long tool outputs, when a run ends and inside of one. A part that is null is off. */
export const compactionPolicySchema = z.strictObject({
  postRun: z
    .strictObject(compactionShape)
    .nullable()
    .describe('What is done when a run ends; null is nothing.'),
  inRun: z
    .strictObject({
      ...compactionShape,
      startIter: z.int().min(1).describe('Iteration of its run from which on an output is compacted.'),
      maxConcurrency: z.int().min(1).describe('Most requests to the model at once.'),
    })
    .nullable()
    .describe('What is done inside of a run; null is nothing.'),
});
export type CompactionPolicy = z.infer<typeof compactionPolicySchema>;

export const toolResultsPolicySchema = z.strictObject({
  keepRecent: count.describe('So many of the last tool results stay in full; 0 leaves all as they are.'),
  placeholder: z.string().max(32_768).describe('What is shown instead of an older one.'),
  clearAtLeast: count.describe(
    'Tokens that must be cleared at once before an omission is decided; 0 decides at every result.',
  ),
  protectUnread: z.boolean().describe('Whether results that no model has seen yet stay in full.'),
  compaction: compactionPolicySchema
    .describe('What becomes of long outputs; null is nothing.')
    .nullable()
    .default(null),
});
export type ToolResultsPolicy = z.infer<typeof toolResultsPolicySchema>;

export const windowPolicySchema = z.strictObject({
  maxMessages: z.int().min(1).describe('Messages that a context shows at most.'),
  maxTokens: z
    .int()
    .min(1)
    .nullable()
    .describe('Tokens that a context has at most; null is the window of its model.'),
  reservedOutput: count
    .nullable()
    .describe(
      'Tokens that are kept free for the answer; null is 4,096, or a quarter of the model’s window where that is less.',
    ),
  cutStep: z
    .number()
    .min(0)
    .max(1)
    .describe(
      'Share of the ceiling by which a cut moves at once, so that the beginning stays the same and is cached; 0 keeps exactly the last messages.',
    ),
});
export type WindowPolicy = z.infer<typeof windowPolicySchema>;

export const sessionsPolicySchema = z.strictObject({
  max: z
    .int()
    .min(1)
    .nullable()
    .describe('Conversations that contexts may be asked for at the same time; null is no limit.'),
  idleTimeoutMinutes: count.describe('Minutes without a context after which a session ends; 0 is never.'),
});
export type SessionsPolicy = z.infer<typeof sessionsPolicySchema>;

/** A policy with every blank filled: what is recorded, hashed and shown (SPEC 0). A part that is null is off. */
export const policySchema = z.strictObject({
  preset: z.string().describe('The preset that it began with.'),
  rules: z.literal(1).describe('Version of the rules that apply it; old rules stay in the code.'),
  encoding: z.enum(['o200k_base', 'cl100k_base']).describe('What tokens are counted in.'),
  history: historySchema.nullable().describe('How older messages are reduced; null is not at all.'),
  toolResults: toolResultsPolicySchema
    .nullable()
    .describe('How older tool results are shown; null is in full.'),
  window: windowPolicySchema.describe('What a context has at most.'),
  sessions: sessionsPolicySchema
    .describe('How many conversations are served at the same time.')
    .default({ max: null, idleTimeoutMinutes: 60 }),
  obligations: z
    .boolean()
    .describe(
      'Whether calls and approvals that nobody answered stay in view, in short, however old they are.',
    )
    .default(false),
  plugins: z
    .array(
      z.strictObject({
        name: z.string().describe('The name of the plugin.'),
        options: z.record(z.string(), z.unknown()).describe('Its options.'),
      }),
    )
    .describe('The chain of history plugins, in its order.'),
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
