import { z } from 'zod';
import { checkpointHistorySchema, policySchema, toolResultsPolicySchema, windowPolicySchema } from './policy';

const { exactOptional: optional } = z;

/** A part of a document: keys it does not know are refused by name, together with those it does. */
function part<S extends z.ZodRawShape>(shape: S) {
  const allowed = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? `unknown; allowed here: ${allowed}` : undefined),
  });
}

const history = checkpointHistorySchema.shape;

const historyPart = part({
  enabled: optional(z.boolean()),
  kind: optional(history.kind),
  unit: optional(history.unit),
  triggerAt: optional(history.triggerAt),
  keepRecent: optional(history.keepRecent),
  retriggerAt: optional(history.retriggerAt),
  summary: optional(history.summary),
  mode: optional(history.mode),
  summaryRole: optional(history.summaryRole),
  /** Merging old layered summaries is not built yet: only 0, never. */
  mergeSummariesAt: optional(z.literal(0)),
  summarizer: optional(history.summarizer),
});

const toolResults = toolResultsPolicySchema.shape;

const toolResultsPart = part({
  enabled: optional(z.boolean()),
  /** SPEC 3: fills `keepRecent`. */
  preset: optional(z.enum(['browser', 'react', 'chat'])),
  keepRecent: optional(toolResults.keepRecent),
  placeholder: optional(toolResults.placeholder),
  clearAtLeast: optional(toolResults.clearAtLeast),
  protectUnread: optional(toolResults.protectUnread),
  /** Compaction is not built yet: a part of it can only be off. */
  compaction: optional(part({ postRun: optional(z.null()), inRun: optional(z.null()) }).nullable()),
});

const window = windowPolicySchema.shape;

const windowPart = part({
  maxMessages: optional(window.maxMessages),
  maxTokens: optional(window.maxTokens),
  reservedOutput: optional(window.reservedOutput),
  cutStep: optional(window.cutStep),
});

const pluginPart = z.union(
  [
    z.string().min(1),
    part({ name: z.string().min(1), options: optional(z.record(z.string(), z.unknown())) }),
  ],
  { error: 'expected "default" or { name, options }' },
);

const generic = {
  rules: optional(policySchema.shape.rules),
  /** False switches the preset's history off again. */
  enabled: optional(z.boolean()),
  encoding: optional(policySchema.shape.encoding),
  history: optional(historyPart.nullable()),
  toolResults: optional(toolResultsPart.nullable()),
  window: optional(windowPart.nullable()),
  plugins: optional(z.array(pluginPart).nullable()),
};

const windowOnlyDocument = part({ preset: z.literal('window-only').optional(), ...generic });

const agentkitDocument = part({
  preset: z.literal('agentkit'),
  ...generic,
  summarization: optional(
    part({
      enabled: optional(z.boolean()),
      triggerAt: optional(history.triggerAt),
      keepRecent: optional(history.keepRecent),
      retriggerAt: optional(history.retriggerAt),
      mode: optional(history.mode),
    }).nullable(),
  ),
});

const hpdDocument = part({
  preset: z.enum(['hpd-counting', 'hpd-summarizing']),
  ...generic,
  strategy: optional(z.enum(['message-counting', 'summarizing'])),
  targetMessageCount: optional(z.int().min(1)),
  summarizationThreshold: optional(z.int().min(0).nullable()),
  useSingleSummary: optional(z.boolean()),
  summarizerProvider: optional(history.summarizer),
});

/**
 * What a user writes (SPEC 0): every part may be left out, and inside a preset the source's own names are accepted
 * too. A resolved policy is a document as well and resolves to itself.
 */
export const policyDocumentSchema = z.discriminatedUnion('preset', [
  windowOnlyDocument,
  agentkitDocument,
  hpdDocument,
]);
export type PolicyDocument = z.infer<typeof policyDocumentSchema>;
export type AgentkitDocument = z.infer<typeof agentkitDocument>;
export type HpdDocument = z.infer<typeof hpdDocument>;
